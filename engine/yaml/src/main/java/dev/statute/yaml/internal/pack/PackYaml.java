package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.Map;

/**
 * Content of a {@code pack.yaml}: {@code description}, {@code owner}, and {@code settings}, each
 * with {@code type}, {@code default} and {@code doc}. Immutable.
 *
 * @param settings by name, in document order
 */
public record PackYaml(String description, String owner, Map<String, SettingDeclaration> settings) {
  /** Content of an absent {@code pack.yaml}. */
  public static final PackYaml EMPTY = new PackYaml("", "", Map.of());

  /** Reads a {@code pack.yaml}; a default of another type than its setting is refused. */
  public static Loaded<PackYaml> load(Source source) {
    ProblemCollector problems = new ProblemCollector();
    YamlTree tree = TreeReader.read(source, problems);
    return Loaded.of(tree == null ? null : PackReader.read(tree, problems), problems);
  }
}
