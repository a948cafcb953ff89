package dev.statute.session.internal;

import dev.statute.ChartWithRules;
import dev.statute.analysis.ExamplePath;
import dev.statute.analysis.PropertyResult;
import dev.statute.analysis.SearchLimits;
import dev.statute.analysis.StateSpace;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Interpreter;
import dev.statute.yaml.TestFile.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Check of properties over all paths of a chart; the states are explored once for all of them. */
public final class PathProperties {
  private final ChartWithRules chart;
  private final Loaded<Interpreter> loaded;
  private @Nullable StateSpace space;

  /**
   * Creates the check.
   *
   * @param explored states of the chart; null = they are explored when a property is checked
   */
  public PathProperties(
      ChartWithRules chart, Loaded<Interpreter> loaded, @Nullable StateSpace explored) {
    this.chart = chart;
    this.loaded = loaded;
    this.space = explored;
  }

  public TestFailures check(Property property) {
    Interpreter interpreter = loaded.value();
    if (interpreter == null) {
      return new TestFailures(loaded.problems(), List.of());
    }
    StateSpace all = space;
    if (all == null) {
      all = StateSpace.of(interpreter.chart(), SearchLimits.DEFAULT, chart.foresight());
      space = all;
    }
    ProblemCollector problems = new ProblemCollector();
    PropertyResult verdict = judge(property, all, problems);
    if (verdict == null) {
      return new TestFailures(problems.sorted(), List.of());
    }
    ExamplePath route = verdict.violation();
    if (route != null) {
      List<String> story = new ArrayList<>(route.toString().lines().toList());
      story.add("as a test, to be pasted under tests:");
      story.addAll(PathToTest.lines("not: " + property.name(), route, interpreter, chart.packs()));
      return failed(
          property,
          "T301",
          "this does not hold on every path",
          "close the path below in the chart or its rules; or say less, if it is right",
          story);
    }
    if (!verdict.complete()) {
      return failed(
          property,
          "T303",
          "the chart has too many configurations to look at all",
          "make two charts of it, or ask of a part of it",
          List.of());
    }
    return TestFailures.NONE;
  }

  private static @Nullable PropertyResult judge(
      Property property, StateSpace all, ProblemCollector problems) {
    SourceText expression = property.expression();
    return switch (property.kind()) {
      case NEVER -> all.never(expression, problems);
      case ALWAYS -> all.always(expression, problems);
      case LEADS_TO -> all.leadsTo(expression, Objects.requireNonNull(property.then()), problems);
    };
  }

  private static TestFailures failed(
      Property property, String code, String message, String fix, List<String> story) {
    Problem problem = Problem.error(code, property.expression(), message, fix);
    return new TestFailures(List.of(problem), story);
  }
}
