package dev.statute.yaml.internal.chart;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Inheritance by {@code extends} over any number of levels: the map of a chart is merged over its
 * parent's. Maps merge key by key, new keys go last, a scalar or list replaces, null removes. Every
 * part keeps its place in its original file.
 */
public final class ChartInheritance {
  private static final int MAX_LEVELS = 32;

  private final ParentCharts parents;
  private final ProblemCollector problems;

  /** Files that extend each other, the chart itself first. */
  private final Set<String> files = new LinkedHashSet<>();

  private ChartInheritance(ParentCharts parents, ProblemCollector problems) {
    this.parents = parents;
    this.problems = problems;
  }

  /** Returns the tree merged over its ancestors. */
  public static YamlTree resolve(YamlTree tree, ParentCharts parents, ProblemCollector problems) {
    if (tree instanceof Mapping map
        && map.get("extends") != null
        && !map.entries().containsKey("chart")) {
      problems.error("C121", map.at(), "a chart needs the key 'chart'", "add chart: NAME");
    }
    return new ChartInheritance(parents, problems).resolveParents(tree);
  }

  private YamlTree resolveParents(YamlTree tree) {
    YamlTree named = tree instanceof Mapping map ? map.get("extends") : null;
    if (!(tree instanceof Mapping map) || named == null) {
      return tree;
    }
    files.add(map.place().file());
    SourceText file =
        new NodeReader(problems).text(named, "extends", "a file", "extends: base.yaml");
    YamlTree parent = file == null ? null : parent(file);
    return parent instanceof Mapping below ? merge(below, withoutExtends(map)) : tree;
  }

  private @Nullable YamlTree parent(SourceText file) {
    Source source = parents.find(file, problems);
    if (source == null) {
      return null;
    }
    if (files.contains(source.file()) || files.size() > MAX_LEVELS) {
      problems.error(
          "C141",
          file,
          files.contains(source.file())
              ? "charts extend each other: " + String.join(" → ", files) + " → " + source.file()
              : "more than " + MAX_LEVELS + " charts extend one another",
          "let one of them stand alone");
      return null;
    }
    YamlTree parent = TreeReader.read(source, problems);
    return parent == null ? null : resolveParents(parent);
  }

  /**
   * Removes {@code extends} after its resolution; if present, it marks that missing parts may be in
   * the parent.
   */
  private static Mapping withoutExtends(Mapping map) {
    Map<String, Entry> entries = new LinkedHashMap<>(map.entries());
    entries.remove("extends");
    return new Mapping(entries, map.at());
  }

  private static Mapping merge(Mapping below, Mapping above) {
    Map<String, Entry> entries = new LinkedHashMap<>(below.entries());
    above
        .entries()
        .forEach(
            (key, entry) -> {
              Entry under = below.entries().get(key);
              if (under == null) {
                entries.put(key, entry);
              } else if (entry.value() instanceof Scalar scalar && scalar.isNull()) {
                entries.remove(key);
              } else if (entry.value() instanceof Mapping over
                  && under.value() instanceof Mapping map) {
                entries.put(key, new Entry(entry.key(), merge(map, over)));
              } else {
                entries.put(key, entry);
              }
            });
    return new Mapping(entries, above.at());
  }
}
