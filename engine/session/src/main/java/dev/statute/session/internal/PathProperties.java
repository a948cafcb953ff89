package dev.statute.session.internal;

import dev.statute.ChartWithRules;
import dev.statute.analysis.ExamplePath;
import dev.statute.analysis.PropertyResult;
import dev.statute.analysis.SearchLimits;
import dev.statute.analysis.StateSpace;
import dev.statute.chart.SettingDefinition;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Interpreter;
import dev.statute.yaml.TestFile.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Check of properties over all paths of a chart; the states are explored once for all of them. */
public final class PathProperties {
  private final Supplier<Loaded<Interpreter>> made;
  private final Function<Interpreter, StateSpace> explore;
  private final List<Pack> packs;
  private @Nullable StateSpace space;

  public PathProperties(ChartWithRules chart, Map<String, SettingDefinition> settings) {
    packs = chart.packs();
    made = () -> chart.with(settings);
    explore =
        interpreter -> StateSpace.of(interpreter.chart(), SearchLimits.DEFAULT, chart.foresight());
  }

  /** Creates the check of an explored chart. */
  public PathProperties(Interpreter interpreter, StateSpace explored, List<Pack> packs) {
    this.packs = packs;
    made = () -> new Loaded<>(interpreter, List.of());
    explore = same -> explored;
  }

  /** Name of a property in reports. */
  public static String name(Property property) {
    String text = at(property).value();
    if (property instanceof Property.LeadsTo leads) {
      return text + " leads to " + leads.then();
    }
    return (property instanceof Property.Never ? "never " : "always ") + text;
  }

  /** Place of a property. */
  public static SourceText at(Property property) {
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

  public TestFailures check(Property property) {
    Loaded<Interpreter> chart = made.get();
    Interpreter interpreter = chart.value();
    if (interpreter == null) {
      return new TestFailures(chart.problems(), List.of());
    }
    StateSpace all = space == null ? explore.apply(interpreter) : space;
    space = all;
    ProblemCollector problems = new ProblemCollector();
    PropertyResult verdict = judge(property, all, problems);
    if (verdict == null) {
      return new TestFailures(problems.sorted(), List.of());
    }
    ExamplePath route = verdict.violation();
    if (route != null) {
      List<String> story = new ArrayList<>(route.toString().lines().toList());
      story.add("as a test, to be pasted under tests:");
      story.addAll(PathToTest.lines("not: " + name(property), route, interpreter, packs));
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

  private static TestFailures failed(
      Property property, String code, String message, String fix, List<String> story) {
    Problem problem = Problem.error(code, at(property), message, fix);
    return new TestFailures(List.of(problem), story);
  }
}
