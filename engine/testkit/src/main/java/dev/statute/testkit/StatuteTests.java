package dev.statute.testkit;

import dev.statute.ChartLoader;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.session.RunnableTest;
import dev.statute.session.TestCoverage;
import dev.statute.session.TestOutcome;
import dev.statute.session.TestSuite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Test files as JUnit tests:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> charts() {
 *   return StatuteTests.in(Path.of("charts"));
 * }
 * }</pre>
 */
public final class StatuteTests {
  private StatuteTests() {}

  /**
   * Creates one container per test file under a path, sorted by file; a file that cannot be read
   * fails.
   */
  public static Stream<DynamicNode> in(Path path) {
    return in(path, ChartLoader.standard());
  }

  /** Creates the containers with additional rules and settings. */
  public static Stream<DynamicNode> in(Path path, ChartLoader bench) {
    List<Path> files = files(path);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("there is no file *.test.yaml in " + path);
    }
    return files.stream().map(file -> container(file, bench));
  }

  /** Lists the test files under a path, or the path itself if it is one, sorted. */
  private static List<Path> files(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalArgumentException("there is no file or folder " + path.toAbsolutePath());
    }
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(TestSuite::isTestFile).filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DynamicNode container(Path file, ChartLoader bench) {
    Loaded<List<RunnableTest>> loaded = TestSuite.load(file, bench, new TestCoverage());
    List<RunnableTest> tests = loaded.value();
    return tests == null
        ? DynamicTest.dynamicTest(
            file.toString(), file.toUri(), () -> Assertions.fail(text(loaded.problems())))
        : DynamicContainer.dynamicContainer(
            file.toString(), file.toUri(), tests.stream().map(test -> test(file, test)));
  }

  private static DynamicNode test(Path file, RunnableTest test) {
    return DynamicTest.dynamicTest(
        test.name(),
        file.toUri(),
        () -> {
          TestOutcome tested = test.run();
          if (!tested.passed()) {
            Assertions.fail(
                text(tested.failures())
                    + "\nwhat happened:\n  "
                    + String.join("\n  ", tested.story()));
          }
        });
  }

  private static String text(List<Problem> problems) {
    return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }
}
