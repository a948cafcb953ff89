package dev.statute.step.internal.rules;

import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.internal.lint.ChartLints;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Problems of a chart in short form: {@code C301 state 'a' is …}. */
public final class CheckResult {
  private CheckResult() {}

  static List<String> errors(UnaryOperator<ChartBuilder> content) {
    return errors(ChartBuilder.chart("c", content), null);
  }

  static List<String> errors(UnaryOperator<ChartBuilder> content, Set<String> granted) {
    return errors(ChartBuilder.chart("c", content), granted);
  }

  private static List<String> errors(ChartDefinition chart, @Nullable Set<String> granted) {
    ProblemCollector problems = new ProblemCollector();
    StructureRules.check(StateContents.of(chart), granted, problems);
    return problems.sorted().stream().map(CheckResult::line).toList();
  }

  public static List<String> warnings(UnaryOperator<ChartBuilder> content) {
    return warnings(content, Set.of());
  }

  public static List<String> warnings(UnaryOperator<ChartBuilder> content, Set<String> entered) {
    ChartDefinition chart = ChartBuilder.chart("c", content);
    ProblemCollector problems = new ProblemCollector();
    ChartLints.check(StateContents.of(chart), entered, problems);
    return problems.sorted().stream().map(CheckResult::line).toList();
  }

  private static String line(Problem problem) {
    return problem.code() + " " + problem.message();
  }
}
