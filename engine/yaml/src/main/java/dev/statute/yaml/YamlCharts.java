package dev.statute.yaml;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.internal.chart.ChartInheritance;
import dev.statute.yaml.internal.chart.ChartReader;
import dev.statute.yaml.internal.chart.ParentCharts;
import dev.statute.yaml.internal.chart.SecondaryProblems;
import dev.statute.yaml.internal.tree.GeneratedYamlPlaces;
import dev.statute.yaml.internal.tree.SourceFile;
import dev.statute.yaml.internal.tree.TreeReader;
import dev.statute.yaml.internal.tree.TreeWriter;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reader of charts in YAML. Loading arbitrary bytes runs no code and throws no exception: the
 * result is a definition, or all problems with their places. Spelling and structure are checked
 * here; the compiler of definitions resolves names. Thread-safe.
 */
public final class YamlCharts {
  private YamlCharts() {}

  /**
   * Loads a chart. {@code extends} names a file by its path from the file that contains it. The
   * real path must be below this chart's folder or the nearest {@code charts/} above it, and end in
   * {@code .yaml} or {@code .yml}, so that no chart can show the content of other files.
   */
  public static Loaded<ChartDefinition> load(Path file) {
    ProblemCollector problems = new ProblemCollector();
    Source source = SourceFile.read(file, problems);
    return source == null
        ? new Loaded<>(null, problems.sorted())
        : load(source, ParentCharts.inFolder(file), problems);
  }

  /**
   * Loads a chart from text; {@code parents} maps names in {@code extends} to texts. The place of
   * the name contains its file.
   */
  public static Loaded<ChartDefinition> load(
      Source source, Function<SourceText, @Nullable Source> parents) {
    return load(source, ParentCharts.ofSources(parents), new ProblemCollector());
  }

  /** Loads a chart without parents: names in {@code extends} are unknown. */
  public static Loaded<ChartDefinition> load(Source source) {
    return load(source, name -> null);
  }

  /**
   * Loads a chart from generated text; all places of problems are those of the original.
   *
   * @param origins place in the text → place in {@code original}
   */
  public static Loaded<ChartDefinition> load(
      Source source, Source original, UnaryOperator<Place> origins) {
    ProblemCollector problems = new ProblemCollector();
    YamlTree tree = TreeReader.read(source, problems);
    ChartDefinition chart =
        tree == null
            ? null
            : ChartReader.read(
                GeneratedYamlPlaces.of(tree, original, origins), source.content(), problems);
    return Loaded.of(chart, problems);
  }

  private static Loaded<ChartDefinition> load(
      Source source, ParentCharts parents, ProblemCollector problems) {
    YamlTree tree = TreeReader.read(source, problems);
    if (tree == null) {
      return Loaded.of(null, problems);
    }
    YamlTree whole = ChartInheritance.resolve(tree, parents, problems);
    String text = whole == tree ? source.content() : TreeWriter.write(whole);
    ChartDefinition chart = ChartReader.read(whole, text, problems);
    if (chart != null) {
      SecondaryProblems.find(whole, chart, problems);
    }
    return Loaded.of(chart, problems);
  }
}
