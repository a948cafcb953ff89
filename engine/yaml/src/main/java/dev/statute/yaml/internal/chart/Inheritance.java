package dev.statute.yaml.internal.chart;

import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import dev.statute.problem.Text;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code extends}: the other chart's map with this one's laid over it. Maps merge key by key, what
 * is new goes last, a scalar or list replaces, null removes. Every part keeps its place in the file
 * it came from.
 */
public final class Inheritance {
  private Inheritance() {}

  /** The tree with its parent's below it; {@code parents} gives a named file's text, or null. */
  public static YamlTree resolve(
      YamlTree tree, Function<Text, @Nullable Source> parents, Problems problems) {
    if (!(tree instanceof Mapping map) || map.get("extends") == null) {
      return tree;
    }
    YamlTree named = map.get("extends");
    Text file =
        named == null
            ? null
            : new Shape(problems).text(named, "extends", "a file", "extends: base.yaml");
    YamlTree parent = file == null ? null : parent(file, parents, problems);
    if (!map.entries().containsKey("chart")) {
      problems.error("C121", map.at(), "a chart needs the key 'chart'", "add chart: NAME");
    }
    return parent instanceof Mapping below ? merged(below, without(map)) : tree;
  }

  private static @Nullable YamlTree parent(
      Text file, Function<Text, @Nullable Source> parents, Problems problems) {
    Source source = parents.apply(file);
    if (source == null) {
      problems.error(
          "C140",
          file,
          "there is no chart '" + file + "' to extend",
          "name a .yaml file by its path from this chart");
      return null;
    }
    YamlTree parent = TreeReader.read(source, problems);
    if (parent instanceof Mapping map && map.entries().get("extends") != null) {
      Entry again = map.entries().get("extends");
      problems.error(
          "C141",
          file,
          "'"
              + file
              + "' extends a chart itself ("
              + (again == null ? "" : again.key().place())
              + "); only one level is allowed",
          "extend that chart, or write out what is needed");
    }
    return parent;
  }

  /** What is resolved is gone; left, it tells that what is missing may be in the parent. */
  private static Mapping without(Mapping map) {
    Map<String, Entry> entries = new LinkedHashMap<>(map.entries());
    entries.remove("extends");
    return new Mapping(entries, map.at());
  }

  private static Mapping merged(Mapping below, Mapping above) {
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
                entries.put(key, new Entry(entry.key(), merged(map, over)));
              } else {
                entries.put(key, entry);
              }
            });
    return new Mapping(entries, above.at());
  }
}
