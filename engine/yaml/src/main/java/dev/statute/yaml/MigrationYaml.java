package dev.statute.yaml;

import dev.statute.chart.MigrationPlan;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.internal.chart.MigrationReader;
import dev.statute.yaml.internal.tree.TreeReader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reader of migration plans, {@code NAME.migration.yaml}, with the keys {@code migrate}, {@code
 * states}, {@code data}, {@code remove} and {@code forget}. As with charts, loading runs no code
 * and throws no exception. Thread-safe.
 */
public final class MigrationYaml {
  private MigrationYaml() {}

  /** Loads a plan from a file. */
  public static Loaded<MigrationPlan> load(Path file) {
    ProblemCollector problems = new ProblemCollector();
    return load(TreeReader.read(file, problems), problems);
  }

  /** Loads a plan from text. */
  public static Loaded<MigrationPlan> load(Source source) {
    ProblemCollector problems = new ProblemCollector();
    return load(TreeReader.read(source, problems), problems);
  }

  private static Loaded<MigrationPlan> load(@Nullable YamlTree tree, ProblemCollector problems) {
    return Loaded.of(tree == null ? null : MigrationReader.read(tree, problems), problems);
  }
}
