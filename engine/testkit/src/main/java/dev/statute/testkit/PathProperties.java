package dev.statute.testkit;

import dev.statute.analysis.Route;
import dev.statute.analysis.StateSpace;
import dev.statute.analysis.Verdict;
import dev.statute.chart.SettingDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import dev.statute.step.Interpreter;
import dev.statute.yaml.TestFile.Property;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks properties over all paths of a chart, whose states are explored once for all of them. */
final class PathProperties {
  private final ChartWithRules chart;
  private final Map<String, SettingDefinition> settings;
  private @Nullable Loaded<Interpreter> made;
  private @Nullable StateSpace space;

  PathProperties(ChartWithRules chart, Map<String, SettingDefinition> settings) {
    this.chart = chart;
    this.settings = settings;
  }

  /** What a property is called in reports. */
  static String name(Property property) {
    String text = at(property).value();
    if (property instanceof Property.LeadsTo leads) {
      return text + " leads to " + leads.then();
    }
    return (property instanceof Property.Never ? "never " : "always ") + text;
  }

  /** What to point at. */
  static Text at(Property property) {
    if (property instanceof Property.Never never) {
      return never.expression();
    }
    if (property instanceof Property.Always always) {
      return always.expression();
    }
    if (property instanceof Property.LeadsTo leads) {
      return leads.when();
    }
    throw new IllegalArgumentException("no such property: " + property);
  }

  RunnableTest.Shown check(Property property) {
    StateSpace all = explored();
    if (all == null) {
      return new RunnableTest.Shown(made().problems(), List.of());
    }
    Problems problems = new Problems();
    Verdict verdict = judge(property, all, problems);
    if (verdict == null) {
      return new RunnableTest.Shown(problems.sorted(), List.of());
    }
    if (verdict instanceof Verdict.Broken broken) {
      Route route = broken.route();
      return failed(
          property, "T301", "this does not hold on every path", route.toString().lines().toList());
    }
    if (verdict instanceof Verdict.Holds holds && !holds.complete()) {
      return failed(
          property, "T303", "the chart has too many configurations to look at all", List.of());
    }
    return RunnableTest.Shown.PASSED;
  }

  private static @Nullable Verdict judge(Property property, StateSpace all, Problems problems) {
    if (property instanceof Property.Never never) {
      return all.never(never.expression(), problems);
    }
    if (property instanceof Property.Always always) {
      return all.always(always.expression(), problems);
    }
    if (property instanceof Property.LeadsTo leads) {
      return all.leadsTo(leads.when(), leads.then(), problems);
    }
    throw new IllegalArgumentException("no such property: " + property);
  }

  private static RunnableTest.Shown failed(
      Property property, String code, String message, List<String> story) {
    Problem problem = Problem.error(code, at(property), message, null);
    return new RunnableTest.Shown(List.of(problem), story);
  }

  private Loaded<Interpreter> made() {
    if (made == null) {
      made = chart.with(settings);
    }
    return made;
  }

  private @Nullable StateSpace explored() {
    Interpreter interpreter = made().value();
    if (space == null && interpreter != null) {
      space = StateSpace.of(interpreter.chart());
    }
    return space;
  }
}
