package dev.statute.yaml;

import dev.statute.policy.Pack.SettingDeclaration;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import dev.statute.yaml.internal.pack.ToolsReader;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.Map;

/**
 * A tool catalogue, {@code tools.yaml} beside a pack: what kind of work tools and programs do, what
 * errors and empty results say. Immutable.
 *
 * @param settings the settings that it declares, by name, as the progress tracker reads them
 */
public record ToolsYaml(Map<String, SettingDeclaration> settings) {
  /** Reads one; a kind of work that there is not is refused. */
  public static Loaded<ToolsYaml> load(Source source) {
    Problems problems = new Problems();
    YamlTree tree = TreeReader.read(source, problems);
    return Loaded.of(tree == null ? null : ToolsReader.read(tree, problems), problems);
  }
}
