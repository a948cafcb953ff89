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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Content of a test file {@code NAME.test.yaml}: tests of a chart, or of a pack alone. Exactly one
 * of {@code chart} (a path from the test file) and {@code pack} (a name) is set. Immutable.
 *
 * @param set settings for all tests
 * @param data initial data for all tests, by name
 * @param properties properties of all paths of the chart
 */
public record TestFile(
    @Nullable SourceText chart,
    @Nullable SourceText pack,
    Map<String, SettingDefinition> set,
    Map<String, Entry> data,
    List<TestCase> tests,
    List<Property> properties) {

  /**
   * Test case.
   *
   * @param at initial states; empty = as the chart starts
   * @param set settings over those of the file
   * @param data initial data over that of the file
   * @param given facts, for a pack
   * @param expect expected verdicts on the given facts; null if the test has steps
   */
  public record TestCase(
      SourceText name,
      List<SourceText> at,
      Map<String, SettingDefinition> set,
      Map<String, Entry> data,
      List<Given> given,
      List<TestStep> steps,
      @Nullable Mapping expect) {}

  /** Given fact: the name of its type, and its fields. */
  public record Given(SourceText type, Mapping fields) {}

  /**
   * Test step: an input line and its expectation.
   *
   * @param input the line's own keys: {@code event}, {@code data}, {@code advance} …
   * @param expect keys among {@code outcome to configuration rule code reason effects findings data
   *     final}; null = unchecked
   * @param repeat number of repetitions; in texts of input and expectation, <code>${n}</code>
   *     counts from 1
   */
  public record TestStep(Mapping input, @Nullable Mapping expect, int repeat, Place place) {}

  /**
   * Property of all paths.
   *
   * @param kind {@code never}: the expression is true in no stable configuration; {@code always}:
   *     in every one; {@code leads_to}: every path from a configuration in which it is true reaches
   *     one with {@code then}
   * @param then null for the other kinds
   */
  public record Property(PropertyKind kind, SourceText expression, @Nullable SourceText then) {
    /** Name in reports. */
    public String name() {
      return then == null
          ? kind.name().toLowerCase(Locale.ROOT) + " " + expression
          : expression + " leads to " + then;
    }
  }

  /** Kind of a property. */
  public enum PropertyKind {
    NEVER,
    ALWAYS,
    LEADS_TO
  }

  /** Returns the settings for a test: its own over those of the file. */
  public Map<String, SettingDefinition> settings(TestCase test) {
    Map<String, SettingDefinition> settings = new LinkedHashMap<>(set);
    settings.putAll(test.set());
    return settings;
  }

  /** Loads a file; the problems contain all errors of its structure. */
  public static Loaded<TestFile> load(Path file) {
    ProblemCollector problems = new ProblemCollector();
    return load(TreeReader.read(file, problems), problems);
  }

  /** Loads a test file from text, see {@link #load(Path)}. */
  public static Loaded<TestFile> load(Source source) {
    ProblemCollector problems = new ProblemCollector();
    return load(TreeReader.read(source, problems), problems);
  }

  private static Loaded<TestFile> load(@Nullable YamlTree tree, ProblemCollector problems) {
    return Loaded.of(tree == null ? null : TestReader.read(tree, problems), problems);
  }
}
