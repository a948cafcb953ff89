package dev.statute.testkit;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.TestCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes the tests of a test file runnable: loads its chart or pack once for all of them. */
public final class TestSuite {
  private final Path file;
  private final TestFile content;
  private final Workbench bench;
  private final Coverage coverage;

  private TestSuite(Path file, TestFile content, Workbench bench, Coverage coverage) {
    this.file = file;
    this.content = content;
    this.bench = bench.listener(coverage);
    this.coverage = coverage;
  }

  /**
   * Loads a test file and what it tests.
   *
   * @param coverage notes what the tests reach
   */
  public static Loaded<List<RunnableTest>> load(Path file, Workbench bench, Coverage coverage) {
    Loaded<TestFile> loaded = TestFile.load(file);
    TestFile content = loaded.value();
    if (content == null) {
      return new Loaded<>(null, loaded.problems());
    }
    Problems problems = new Problems();
    problems.addAll(loaded.problems());
    List<RunnableTest> tests = new TestSuite(file, content, bench, coverage).tests(problems);
    return Loaded.of(tests, problems);
  }

  private List<RunnableTest> tests(Problems problems) {
    Text chart = content.chart();
    if (chart != null) {
      return ofChart(file.resolveSibling(chart.value()), problems);
    }
    Text pack = content.pack();
    return pack == null ? List.of() : ofPack(pack, problems);
  }

  private List<RunnableTest> ofChart(Path path, Problems problems) {
    ChartWithRules chart = bench.prepare(path, problems);
    if (chart == null || problems.hasErrors()) {
      return List.of();
    }
    if (!chart.packs().isEmpty()) {
      Rules.of(chart.policy()).forEach(coverage::knows);
    }
    ChartTests tests = new ChartTests(content, chart, coverage);
    List<RunnableTest> all = new ArrayList<>();
    for (TestCase test : content.tests()) {
      all.add(runnable(test, () -> tests.run(test)));
    }
    PathProperties properties = new PathProperties(chart, content.set());
    for (TestFile.Property property : content.properties()) {
      all.add(
          new RunnableTest(
              file.toString(),
              PathProperties.name(property),
              PathProperties.at(property).place(),
              () -> properties.check(property)));
    }
    return all;
  }

  private List<RunnableTest> ofPack(Text name, Problems problems) {
    PackTests tests = PackTests.of(name, file, content, bench, coverage, problems);
    if (tests == null) {
      return List.of();
    }
    return content.tests().stream().map(test -> runnable(test, () -> tests.run(test))).toList();
  }

  private RunnableTest runnable(TestCase test, Supplier<RunnableTest.Shown> body) {
    return new RunnableTest(file.toString(), test.name().value(), test.name().place(), body);
  }

  /** Whether a file of that name holds tests. */
  public static boolean isTestFile(Path file) {
    return file.getFileName() != null && file.getFileName().toString().endsWith(".test.yaml");
  }
}
