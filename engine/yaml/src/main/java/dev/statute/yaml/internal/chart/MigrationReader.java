package dev.statute.yaml.internal.chart;

import dev.statute.chart.MigrationPlan;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.ValueReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of migration plans; their compiler resolves names. */
public final class MigrationReader {
  private static final List<String> KEYS = List.of("migrate", "states", "data", "remove", "forget");

  private final NodeReader shape;
  private final KeyReader keys;

  private MigrationReader(NodeReader shape, KeyReader keys) {
    this.shape = shape;
    this.keys = keys;
  }

  /** Returns the plan as far as it can be read, or null, with problems. */
  public static @Nullable MigrationPlan read(YamlTree tree, ProblemCollector problems) {
    NodeReader shape = new NodeReader(problems);
    Mapping map = shape.map(tree, "a plan of migration", "a map", "migrate: CHART");
    return map == null
        ? null
        : new MigrationReader(shape, KeyReader.of(shape, map, "a plan of migration", KEYS)).all();
  }

  private @Nullable MigrationPlan all() {
    keys.require("migrate", "migrate: CHART");
    SourceText chart = keys.name("migrate", "a chart's name");
    Map<SourceText, List<SourceText>> states = states();
    Map<SourceText, ValueDefinition> data = data();
    List<SourceText> remove = keys.texts("remove", "paths", "remove: [ name ]");
    List<SourceText> forget = keys.texts("forget", "names", "forget: [ name ]");
    return chart == null ? null : new MigrationPlan(chart, states, data, remove, forget);
  }

  private Map<SourceText, List<SourceText>> states() {
    Map<SourceText, List<SourceText>> states = new LinkedHashMap<>();
    Mapping map = keys.map("states", "a map of states", "states: { old: new }");
    if (map != null) {
      map.entries()
          .forEach(
              (name, entry) ->
                  states.put(entry.key(), NameReader.targets(shape, entry.value(), name)));
    }
    return Collections.unmodifiableMap(states);
  }

  private Map<SourceText, ValueDefinition> data() {
    Mapping map = keys.map("data", "a map from paths to values", "data: { count: \"0\" }");
    return map == null ? Map.of() : ValueReader.byKey(shape, map);
  }
}
