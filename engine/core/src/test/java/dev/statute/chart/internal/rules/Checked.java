package dev.statute.chart.internal.rules;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.Charts;
import dev.statute.problem.Problem;
import dev.statute.problem.Problems;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the checks say of a chart, short: {@code C301 state 'a' is …}. */
final class Checked {
  private Checked() {}

  static List<String> errors(UnaryOperator<Charts> content) {
    return errors(Charts.chart("c", content), null);
  }

  static List<String> errors(UnaryOperator<Charts> content, Set<String> granted) {
    return errors(Charts.chart("c", content), granted);
  }

  private static List<String> errors(ChartDefinition chart, @Nullable Set<String> granted) {
    Problems problems = new Problems();
    StructureRules.check(chart, ChartIndex.of(chart), granted, problems);
    return problems.sorted().stream().map(Checked::line).toList();
  }

  static List<String> warnings(UnaryOperator<Charts> content) {
    return warnings(content, Set.of());
  }

  static List<String> warnings(UnaryOperator<Charts> content, Set<String> entered) {
    ChartDefinition chart = Charts.chart("c", content);
    Problems problems = new Problems();
    ChartLints.check(chart, ChartIndex.of(chart), entered, problems);
    return problems.sorted().stream().map(Checked::line).toList();
  }

  private static String line(Problem problem) {
    return problem.code() + " " + problem.message();
  }
}
