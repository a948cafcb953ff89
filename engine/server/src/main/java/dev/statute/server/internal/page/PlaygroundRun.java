package dev.statute.server.internal.page;

import dev.statute.ChartLoader;
import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import dev.statute.render.DiagramNotation;
import dev.statute.session.RunnableTest;
import dev.statute.session.TestCoverage;
import dev.statute.session.TestOutcome;
import dev.statute.session.TestSuite;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.yaml.PackFinder;
import dev.statute.yaml.TestFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the files of a playground, draws the chart, runs the tests and plays the simulation. */
final class PlaygroundRun {
  private static final String PACK = "rules";

  private final PlaygroundFiles files;
  private final ChartLoader loader;
  private final Set<Problem> problems = new LinkedHashSet<>();

  PlaygroundRun(PlaygroundFiles files) {
    this.files = files;
    Path folder = files.chart().resolveSibling("");
    loader =
        ChartLoader.standard().finder(new PackFinder(folder, PlaygroundRun.class.getClassLoader()));
  }

  /**
   * Plays the files. The reply has {@code problems tests}, and {@code svg chart events simulation}
   * if the chart has no errors.
   */
  Map<String, @Nullable Object> play() {
    Map<String, @Nullable Object> reply = new LinkedHashMap<>();
    Interpreter interpreter = files.hasChart() ? load() : null;
    checkRules(interpreter);
    List<Object> tests = files.hasTest() ? test(interpreter) : List.of();
    reply.put("problems", problems.stream().map(PlaygroundFiles::json).toList());
    reply.put("tests", tests);
    if (interpreter != null) {
      Chart chart = interpreter.chart();
      reply.put("svg", DiagramNotation.SVG.render(chart.definition()));
      reply.put("chart", chart.name());
      reply.put("events", PayloadForms.of(chart));
      reply.put("simulation", new PlaygroundSimulation(interpreter).play(files.lines()));
    }
    return reply;
  }

  private @Nullable Interpreter load() {
    Loaded<Interpreter> loaded = loader.open(files.chart());
    problems.addAll(loaded.problems());
    return loaded.value();
  }

  /** Checks rules that the chart does not name, which would otherwise be silent. */
  private void checkRules(@Nullable Interpreter interpreter) {
    if (!files.hasRules()) {
      return;
    }
    ChartDefinition chart = interpreter == null ? null : interpreter.chart().definition();
    boolean named =
        chart != null
            && chart.policies().stream().anyMatch(each -> each.name().value().equals(PACK));
    if (!named) {
      problems.addAll(loader.check(files.rules()));
    }
    if (chart != null && !named) {
      Place place = new Place(files.rules().toString(), 1, 1);
      problems.add(
          Problem.warning(
              "P201", place, "the chart does not name these rules", "policies: [" + PACK + "]"));
    }
  }

  private List<Object> test(@Nullable Interpreter interpreter) {
    Loaded<TestFile> read = TestFile.load(files.test());
    TestFile content = read.value();
    if (content == null) {
      problems.addAll(read.problems());
      return List.of();
    }
    SourceText chart = content.chart();
    if (chart == null || !chart.value().equals(PlaygroundFiles.CHART)) {
      Place place = chart == null ? new Place(files.test().toString(), 1, 1) : chart.place();
      problems.add(
          Problem.error(
              "C100",
              place,
              "the tests of the playground are of its own chart",
              "chart: " + PlaygroundFiles.CHART));
      return List.of();
    }
    if (interpreter == null) {
      problems.addAll(read.problems());
      return List.of();
    }
    Loaded<List<RunnableTest>> suite = TestSuite.load(files.test(), loader, new TestCoverage());
    problems.addAll(suite.problems());
    List<RunnableTest> tests = suite.value();
    List<Object> outcomes = new ArrayList<>();
    for (RunnableTest test : tests == null ? List.<RunnableTest>of() : tests) {
      outcomes.add(json(test.run()));
    }
    return outcomes;
  }

  private static Map<String, @Nullable Object> json(TestOutcome outcome) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", outcome.name());
    json.put("passed", outcome.passed());
    json.put("line", (long) outcome.place().line());
    json.put("failures", outcome.failures().stream().map(PlaygroundFiles::json).toList());
    json.put("story", outcome.story());
    return json;
  }
}
