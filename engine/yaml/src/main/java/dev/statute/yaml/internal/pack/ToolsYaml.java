package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.Map;

/**
 * Tool catalogue, {@code tools.yaml} beside a pack: the kinds of work of tools and programs, the
 * texts of errors and empty results. Immutable.
 *
 * @param settings the declared settings by name, as the progress tracker reads them
 */
public record ToolsYaml(Map<String, SettingDeclaration> settings) {
  /** Reads a catalogue; an unknown kind of work is refused. */
  public static Loaded<ToolsYaml> load(Source source) {
    ProblemCollector problems = new ProblemCollector();
    YamlTree tree = TreeReader.read(source, problems);
    return Loaded.of(tree == null ? null : ToolsReader.read(tree, problems), problems);
  }
}
