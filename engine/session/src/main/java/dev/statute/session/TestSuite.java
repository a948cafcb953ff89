package dev.statute.session;

import dev.statute.ChartFile;
import dev.statute.ChartLoader;
import dev.statute.ChartWithRules;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.session.internal.ChartTests;
import dev.statute.session.internal.PackTests;
import dev.statute.session.internal.PathProperties;
import dev.statute.session.internal.TestRunner;
import dev.statute.yaml.PackFinder;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.TestCase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Loader of the tests of a test file, with their common chart or pack. */
public final class TestSuite {
  private final Path file;
  private final TestFile content;
  private final ChartLoader bench;
  private final TestCoverage coverage;

  private TestSuite(Path file, TestFile content, ChartLoader bench, TestCoverage coverage) {
    this.file = file;
    this.content = content;
    this.bench = bench.listener(coverage);
    this.coverage = coverage;
  }

  /**
   * Loads a test file and its chart or pack.
   *
   * @param coverage records the coverage by the tests
   */
  public static Loaded<List<RunnableTest>> load(
      Path file, ChartLoader bench, TestCoverage coverage) {
    ProblemCollector problems = new ProblemCollector();
    List<RunnableTest> tests = null;
    try {
      TestFile content = TestFile.load(file).getOrReport(problems);
      tests =
          content == null ? null : new TestSuite(file, content, bench, coverage).tests(problems);
    } catch (RuntimeException | Error e) { // the tests of other files run
      problems.add(Problem.unexpected(new Place(file.toString(), 1, 1), e));
    }
    return Loaded.of(tests, problems);
  }

  /** Finds the problems of a test file and its chart or pack, without running a test. */
  public static List<Problem> check(Path file, ChartLoader bench) {
    ProblemCollector problems = new ProblemCollector();
    TestFile content = TestFile.load(file).getOrReport(problems);
    if (content != null) {
      TestCoverage nobodyAsks = new TestCoverage();
      new TestSuite(file, content, bench, nobodyAsks).check(problems);
    }
    return problems.sorted();
  }

  private void check(ProblemCollector problems) {
    TestRunner runner = runner(problems);
    if (runner != null) {
      content.tests().forEach(test -> problems.addAll(runner.check(test)));
    }
  }

  private List<RunnableTest> tests(ProblemCollector problems) {
    TestRunner runner = runner(problems);
    if (runner == null) {
      return List.of();
    }
    List<RunnableTest> all = new ArrayList<>();
    for (TestCase test : content.tests()) {
      SourceText name = test.name();
      all.add(
          new RunnableTest(file.toString(), name.value(), name.place(), () -> runner.run(test)));
    }
    if (runner instanceof ChartTests chart && !content.properties().isEmpty()) {
      PathProperties properties = chart.properties();
      content.properties().forEach(each -> all.add(RunnableTest.of(file, each, properties)));
    }
    return all;
  }

  /** Loads the tested chart or pack; null if there is none or after a problem. */
  private @Nullable TestRunner runner(ProblemCollector problems) {
    SourceText named = content.chart();
    SourceText pack = content.pack();
    if (named != null) {
      ChartWithRules chart = chart(named, problems);
      return chart == null ? null : new ChartTests(content, chart, coverage);
    }
    return pack == null ? null : PackTests.of(pack, file, content, bench, coverage, problems);
  }

  private @Nullable ChartWithRules chart(SourceText named, ProblemCollector problems) {
    Path path = file.resolveSibling(named.value());
    if (!isChart(path) || !Files.isRegularFile(path)) {
      problems.error(
          "C100",
          named,
          "there is no chart '" + named + "'",
          "name a .yaml or .scxml file by its path from this one");
      return null;
    }
    ChartWithRules chart = bench.prepare(path, problems);
    return problems.hasErrors() ? null : chart;
  }

  /** Excludes files that are no charts, since a test may name a chart anywhere. */
  private static boolean isChart(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.endsWith(".yaml") || name.endsWith(".yml") || ChartFile.isScxml(path);
  }

  /** Returns the test file beside a chart or rule file; it need not exist. */
  public static Path beside(Path file) {
    String name = String.valueOf(file.getFileName()).replaceFirst("(?s)(.)\\.[^.]*$", "$1");
    String pack = PackFinder.isRuleFile(file) ? name.replaceFirst("\\.rules$", "") : name;
    return Stream.of(pack, name)
        .flatMap(each -> Stream.of(each + ".test.yaml", each + ".test.yml"))
        .map(file::resolveSibling)
        .filter(Files::exists)
        .findFirst()
        .orElse(file.resolveSibling(pack + ".test.yaml"));
  }

  /** Tests for a test file by its name. */
  public static boolean isTestFile(Path file) {
    return String.valueOf(file.getFileName()).matches("(?s).*\\.test\\.ya?ml");
  }
}
