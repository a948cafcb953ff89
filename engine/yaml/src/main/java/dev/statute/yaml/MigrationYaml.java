package dev.statute.yaml;

import dev.statute.chart.MigrationPlan;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import dev.statute.yaml.internal.chart.PlanReader;
import dev.statute.yaml.internal.tree.SourceFile;
import dev.statute.yaml.internal.tree.TreeReader;
import java.nio.file.Path;

/**
 * Plans of migration from YAML files, {@code NAME.migration.yaml}: {@code migrate}, {@code states},
 * {@code data}, {@code remove} and {@code forget}. As with charts, loading runs no code and throws
 * nothing. Thread-safe.
 */
public final class MigrationYaml {
  private MigrationYaml() {}

  /** Loads a plan from a file. */
  public static Loaded<MigrationPlan> load(Path file) {
    Problems problems = new Problems();
    Source source = SourceFile.read(file, problems);
    return source == null ? new Loaded<>(null, problems.sorted()) : load(source, problems);
  }

  /** Loads a plan from text at hand. */
  public static Loaded<MigrationPlan> load(Source source) {
    return load(source, new Problems());
  }

  private static Loaded<MigrationPlan> load(Source source, Problems problems) {
    YamlTree tree = TreeReader.read(source, problems);
    return Loaded.of(tree == null ? null : PlanReader.read(tree, problems), problems);
  }
}
