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
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Charts from YAML files. Whatever the bytes, loading runs no code and throws nothing: it gives a
 * definition, or problems with places, all of them at once. Spelling and shape are checked here;
 * whether names have something behind them is for the compiler of definitions. Thread-safe.
 */
public final class YamlCharts {
  private YamlCharts() {}

  /**
   * Loads a chart. {@code extends} names a file by its path from the one that names it. A file that
   * is not, in truth, below this chart's folder or the nearest {@code charts/} above it is refused,
   * as is one not ending in {@code .yaml} or {@code .yml}, so that no chart can show what is in
   * other files.
   */
  public static Loaded<ChartDefinition> load(Path file) {
    ProblemCollector problems = new ProblemCollector();
    Source source = SourceFile.read(file, problems);
    return source == null
        ? new Loaded<>(null, problems.sorted())
        : load(source, ParentCharts.inFolder(file), problems);
  }

  /**
   * Loads a chart from text at hand; {@code parents} gives the text that {@code extends} names. The
   * place of the name says in which file it stands.
   */
  public static Loaded<ChartDefinition> load(
      Source source, Function<SourceText, @Nullable Source> parents) {
    return load(source, ParentCharts.ofSources(parents), new ProblemCollector());
  }

  /** Loads a chart that stands alone: {@code extends} finds nothing. */
  public static Loaded<ChartDefinition> load(Source source) {
    return load(source, name -> null);
  }

  /**
   * Loads a chart from text that a program made of another, so that all its places are those of the
   * other.
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
            : ChartReader.read(GeneratedYamlPlaces.of(tree, original, origins), problems);
    return Loaded.of(chart, problems);
  }

  private static Loaded<ChartDefinition> load(
      Source source, ParentCharts parents, ProblemCollector problems) {
    YamlTree tree = TreeReader.read(source, problems);
    if (tree == null) {
      return Loaded.of(null, problems);
    }
    YamlTree whole = ChartInheritance.resolve(tree, parents, problems);
    ChartDefinition chart = ChartReader.read(whole, problems);
    if (chart != null) {
      SecondaryProblems.find(whole, chart, problems);
    }
    return Loaded.of(chart, problems);
  }
}
