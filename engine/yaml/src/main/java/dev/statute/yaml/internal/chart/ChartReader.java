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
import dev.statute.yaml.internal.node.EnumReader;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.ValueReader;
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
          "on_unhandled",
          "on_error");

  private final NodeReader shape;

  private ChartReader(NodeReader shape) {
    this.shape = shape;
  }

  /** Returns the chart as far as it can be read, or null, with problems. */
  public static @Nullable ChartDefinition read(YamlTree tree, ProblemCollector problems) {
    NodeReader shape = new NodeReader(problems);
    Mapping map = shape.map(tree, "chart", "a map", "chart: NAME and states: { … }");
    return map == null ? null : new ChartReader(shape).chart(map);
  }

  private @Nullable ChartDefinition chart(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a chart", KEYS);
    YamlTree chart = keys.require(shape, "chart", "a chart", "chart: NAME");
    if (!keys.has("extends")) {
      keys.require(shape, "states", "a chart", "states: { idle: {} }");
    }
    SourceText name =
        chart == null ? null : NameReader.name(shape, chart, "chart", "the chart's name");
    if (name != null) {
      NameReader.isChart(shape, name);
    }
    ChartLimits counts = new ChartLimits(shape.problems());
    ActionReader actions = new ActionReader(shape);
    TransitionReader transitions = new TransitionReader(shape, actions, counts);
    DirectMoveReader moves = new DirectMoveReader(shape, transitions, actions);
    DeclarationReader declarations = new DeclarationReader(shape);
    YamlTree version = keys.get("version");
    YamlTree settings = keys.get("settings");

    List<PackReference> policies = new PackReferences(shape).of(keys.get("policies"));
    Map<String, SettingDefinition> set =
        settings == null ? Map.of() : ValueReader.settings(shape, settings, "settings");
    var data = declarations.data(keys.get("data"));
    var events = declarations.events(keys.get("events"));
    StateDefinition root =
        new StateReader(shape, actions, transitions, moves, counts)
            .root(keys, name == null ? map.at() : name);
    List<RowDefinition> rows =
        new TransitionTableReader(shape, transitions, counts).of(keys.get("transitions"));
    List<MoveDefinition> table = moves.readTable(keys.get("moves"));
    var fields = new FormFieldReader(shape).of(keys.get("fields"));
    var timers = new TimerReader(shape).of(keys.get("timers"));
    Unhandled unhandled = unhandled(keys.get("on_unhandled"));
    OnError onError = onError(keys.get("on_error"));
    YamlTree kept = keys.get("hydrate");
    List<SourceText> hydrate =
        kept == null
            ? List.of()
            : shape.texts(kept, "hydrate", "names of data", "hydrate: [ history ]");
    int number = version == null ? 1 : shape.wholeNumber(version, "version", 0);
    return name == null
        ? null
        : new ChartDefinition(
            name, number, policies, set, data, events, root, rows, table, fields, timers, unhandled,
            onError, hydrate);
  }

  private Unhandled unhandled(@Nullable YamlTree tree) {
    String word =
        tree == null
            ? null
            : EnumReader.read(shape, tree, "on_unhandled", List.of("ignore", "reject", "defer"));
    return word == null ? Unhandled.IGNORE : Unhandled.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private OnError onError(@Nullable YamlTree tree) {
    String word =
        tree == null ? null : EnumReader.read(shape, tree, "on_error", List.of("rollback", "drop"));
    return word == null ? OnError.ROLLBACK : OnError.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
