package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.Map;

/**
 * What a {@code pack.yaml} says about its rules: {@code description}, {@code owner}, and {@code
 * settings}, each with {@code type}, {@code default} and {@code doc}. Immutable.
 *
 * @param settings by name, in document order
 */
public record PackYaml(String description, String owner, Map<String, SettingDeclaration> settings) {
  /** A pack that says nothing about itself. */
  public static final PackYaml EMPTY = new PackYaml("", "", Map.of());

  /** Reads one; a default that is not of its setting's type is refused. */
  public static Loaded<PackYaml> load(Source source) {
    ProblemCollector problems = new ProblemCollector();
    YamlTree tree = TreeReader.read(source, problems);
    return Loaded.of(tree == null ? null : PackReader.read(tree, problems), problems);
  }
}
