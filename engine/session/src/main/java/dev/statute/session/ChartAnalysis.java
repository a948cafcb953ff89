package dev.statute.session;

import dev.statute.ChartLoader;
import dev.statute.ChartWithRules;
import dev.statute.analysis.ExamplePath;
import dev.statute.analysis.SearchLimits;
import dev.statute.analysis.StateSpace;
import dev.statute.chart.SettingDefinition;
import dev.statute.drools.RuleDescription;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.session.internal.PathProperties;
import dev.statute.session.internal.PathToTest;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Analysis of a chart with its rules: all reachable states, and the properties in the test file
 * beside the chart.
 */
public final class ChartAnalysis {
  private final Interpreter interpreter;
  private final StateSpace space;
  private final ChartWithRules chart;
  private final List<TestOutcome> properties;

  private ChartAnalysis(
      Interpreter interpreter,
      StateSpace space,
      ChartWithRules chart,
      List<TestOutcome> properties) {
    this.interpreter = interpreter;
    this.space = space;
    this.chart = chart;
    this.properties = List.copyOf(properties);
  }

  /** Loads a chart with its rules and explores its states within the limits. */
  public static Loaded<ChartAnalysis> of(Path file, ChartLoader bench, SearchLimits limits) {
    ProblemCollector problems = new ProblemCollector();
    ChartWithRules chart = bench.prepare(file, problems);
    if (chart == null) {
      return Loaded.of(null, problems);
    }
    TestFile tests = testsBeside(file, problems);
    Map<String, SettingDefinition> set = tests == null ? Map.of() : tests.set();
    Loaded<Interpreter> made = chart.with(set);
    problems.addAll(made.problems());
    Interpreter interpreter = made.value();
    if (interpreter == null || problems.hasErrors()) {
      return Loaded.of(null, problems);
    }
    StateSpace space = StateSpace.of(interpreter.chart(), limits, chart.foresight());
    List<TestOutcome> checked = new ArrayList<>();
    if (tests != null) {
      PathProperties properties = new PathProperties(chart, made, space);
      for (Property each : tests.properties()) {
        checked.add(RunnableTest.of(TestSuite.beside(file), each, properties).run());
      }
    }
    return Loaded.of(new ChartAnalysis(interpreter, space, chart, checked), problems);
  }

  private static @Nullable TestFile testsBeside(Path chart, ProblemCollector problems) {
    Path file = TestSuite.beside(chart);
    return Files.exists(file) ? TestFile.load(file).getOrReport(problems) : null;
  }

  public Chart chart() {
    return interpreter.chart();
  }

  public StateSpace space() {
    return space;
  }

  /** Rules that took part, as {@code pack#name}. */
  public List<String> rules() {
    return chart.rules().stream().map(RuleDescription::id).toList();
  }

  /** Results of the properties in the test file beside the chart. */
  public List<TestOutcome> properties() {
    return properties;
  }

  /** Formats a path as a test that can be pasted under {@code tests:}, line by line. */
  public List<String> asTest(String name, ExamplePath route) {
    return PathToTest.lines(name, route, interpreter, chart.packs());
  }
}
