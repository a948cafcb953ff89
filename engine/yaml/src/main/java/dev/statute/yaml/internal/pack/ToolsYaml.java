package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlTree;
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
    ProblemCollector problems = new ProblemCollector();
    YamlTree tree = TreeReader.read(source, problems);
    return Loaded.of(tree == null ? null : ToolsReader.read(tree, problems), problems);
  }
}
