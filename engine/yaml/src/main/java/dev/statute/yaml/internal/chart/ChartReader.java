package dev.statute.yaml.internal.chart;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartDefinition.OnError;
import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.RowDefinition;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of a whole chart, from a tree with inheritance already resolved. */
public final class ChartReader {
  private static final List<String> KEYS =
      List.of(
          "chart",
          "extends",
          "version",
          "policies",
          "settings",
          "types",
          "data",
          "events",
          "initial",
          "states",
          "on",
          "always",
          "after",
          "entry",
          "exit",
          "transitions",
          "moves",
          "fields",
          "timers",
          "hydrate",
          "spawn_on",
          "on_unhandled",
          "on_error");

  private final NodeReader shape;
  private final String text;

  private ChartReader(NodeReader shape, String text) {
    this.shape = shape;
    this.text = text;
  }

  /**
   * Returns the chart as far as it can be read, or null, with problems.
   *
   * @param text YAML of the tree
   */
  public static @Nullable ChartDefinition read(
      YamlTree tree, String text, ProblemCollector problems) {
    NodeReader shape = new NodeReader(problems);
    Mapping map = shape.map(tree, "chart", "a map", "chart: NAME and states: { … }");
    return map == null ? null : new ChartReader(shape, text).chart(map);
  }

  private @Nullable ChartDefinition chart(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a chart", KEYS);
    keys.require("chart", "chart: NAME");
    if (!keys.has("extends")) {
      keys.require("states", "states: { idle: {} }");
    }
    SourceText name = keys.name("chart", "the chart's name");
    if (name != null) {
      NameReader.isChart(shape, name);
    }
    ChartLimits counts = new ChartLimits(shape.problems());
    ActionReader actions = new ActionReader(shape);
    TransitionReader transitions = new TransitionReader(shape, actions, counts);
    DirectMoveReader moves = new DirectMoveReader(shape, transitions, actions);
    DeclarationReader declarations = DeclarationReader.of(shape, keys);
    List<PackReference> policies = new PackReferences(shape).of(keys);
    Map<String, SettingDefinition> set = keys.settings("settings");
    var data = declarations.data(keys);
    var events = declarations.events(keys);
    StateDefinition root =
        new StateReader(shape, actions, transitions, moves, counts)
            .root(keys, name == null ? map.at() : name);
    List<RowDefinition> rows =
        new TransitionTableReader(shape, transitions, counts).of(keys.get("transitions"));
    List<MoveDefinition> table = moves.readTable(keys);
    var fields = new FormFieldReader(shape).of(keys);
    var timers = new TimerReader(shape).of(keys);
    String unhandled = word(keys, "on_unhandled", List.of("ignore", "reject", "defer"));
    String onError = word(keys, "on_error", List.of("rollback", "drop"));
    List<SourceText> hydrate = keys.texts("hydrate", "names of data", "hydrate: [ history ]");
    List<SourceText> spawnOn = keys.has("spawn_on") ? keys.descriptors("spawn_on") : null;
    YamlTree version = keys.get("version");
    int number = version == null ? 1 : shape.wholeNumber(version, "version", 0);
    return name == null
        ? null
        : new ChartDefinition(
            name,
            number,
            policies,
            set,
            data,
            events,
            root,
            rows,
            table,
            fields,
            timers,
            Unhandled.valueOf(unhandled),
            OnError.valueOf(onError),
            hydrate,
            spawnOn,
            text);
  }

  /** Returns a word in upper case; the first one is the default. */
  private String word(KeyReader keys, String key, List<String> words) {
    String word = keys.read(key, tree -> shape.word(tree, key, words));
    return (word == null ? words.get(0) : word).toUpperCase(Locale.ROOT);
  }
}
