package dev.statute.yaml;

import dev.statute.policy.Pack.SettingDeclaration;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import dev.statute.yaml.internal.pack.PackReader;
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
    Problems problems = new Problems();
    YamlTree tree = TreeReader.read(source, problems);
    return Loaded.of(tree == null ? null : PackReader.read(tree, problems), problems);
  }
}
