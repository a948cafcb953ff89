package dev.statute.yaml;

import dev.statute.chart.SettingDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.test.TestReader;
import dev.statute.yaml.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file {@code NAME.test.yaml} as written: tests of a chart, or of a pack alone. Exactly one of
 * {@code chart} (a path from the test file) and {@code pack} (a name) is set. Immutable.
 *
 * @param set settings for all tests
 * @param data initial data for all tests, by name
 * @param properties what must hold on all paths of the chart
 */
public record TestFile(
    @Nullable SourceText chart,
    @Nullable SourceText pack,
    Map<String, SettingDefinition> set,
    Map<String, Entry> data,
    List<TestCase> tests,
    List<Property> properties) {

  /**
   * One test.
   *
   * @param at where the instance rests at first; empty = as it starts
   * @param set settings over those of the file
   * @param data initial data over that of the file
   * @param given facts, for a pack
   * @param expect what the given facts lead to; null if the test has steps
   */
  public record TestCase(
      SourceText name,
      List<SourceText> at,
      Map<String, SettingDefinition> set,
      Map<String, Entry> data,
      List<Given> given,
      List<TestStep> steps,
      @Nullable Mapping expect) {}

  /** A fact: the name of its type, and its fields. */
  public record Given(SourceText type, Mapping fields) {}

  /**
   * An input line and what should come of it.
   *
   * @param input the line's own keys: {@code event}, {@code data}, {@code advance} …
   * @param expect keys among {@code outcome to configuration rule code reason effects findings data
   *     final}; null = nothing is checked
   * @param repeat how often; in texts of input and expectation, <code>${n}</code> counts from 1
   */
  public record TestStep(Mapping input, @Nullable Mapping expect, int repeat, Place place) {}

  /** What must hold on every path. */
  public sealed interface Property {
    /** {@code expression} holds nowhere. */
    record Never(SourceText expression) implements Property {}

    /** {@code expression} holds wherever an instance rests. */
    record Always(SourceText expression) implements Property {}

    /** From wherever {@code when} holds, every path comes to where {@code then} holds. */
    record LeadsTo(SourceText when, SourceText then) implements Property {}
  }

  /** Reads one; all problems of its shape at once. */
  public static Loaded<TestFile> load(Path file) {
    ProblemCollector problems = new ProblemCollector();
    return load(TreeReader.readFile(file, problems), problems);
  }

  /** As {@link #load(Path)}, from text at hand. */
  public static Loaded<TestFile> load(Source source) {
    ProblemCollector problems = new ProblemCollector();
    return load(TreeReader.read(source, problems), problems);
  }

  private static Loaded<TestFile> load(@Nullable YamlTree tree, ProblemCollector problems) {
    return Loaded.of(tree == null ? null : TestReader.read(tree, problems), problems);
  }
}
