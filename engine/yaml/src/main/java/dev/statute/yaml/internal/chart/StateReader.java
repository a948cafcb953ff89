package dev.statute.yaml.internal.chart;

import dev.statute.chart.InitialDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.ValueReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of states, recursively. */
final class StateReader {
  private static final List<String> KEYS =
      List.of(
          "states",
          "initial",
          "parallel",
          "final",
          "output",
          "history",
          "entry",
          "exit",
          "on",
          "always",
          "after",
          "defer",
          "moves",
          "invoke",
          "tags",
          "requires");

  private final NodeReader shape;
  private final ActionReader actions;
  private final TransitionReader transitions;
  private final DirectMoveReader moves;
  private final InvocationReader invocations;
  private final ChartLimits counts;

  StateReader(
      NodeReader shape,
      ActionReader actions,
      TransitionReader transitions,
      DirectMoveReader moves,
      ChartLimits counts) {
    this.shape = shape;
    this.actions = actions;
    this.transitions = transitions;
    this.moves = moves;
    this.invocations = new InvocationReader(shape, actions);
    this.counts = counts;
  }

  /** Reads the root from the chart's own keys; {@code name} is the chart's. */
  StateDefinition root(KeyReader chart, SourceText name) {
    return new StateDefinition(
        name,
        Kind.COMPOUND,
        children(chart),
        initial(chart.get("initial")),
        actions.list(chart, "entry"),
        actions.list(chart, "exit"),
        transitions.of(chart),
        List.of(),
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        name.place());
  }

  private List<StateDefinition> children(KeyReader keys) {
    Mapping map = keys.map("states", "a map of states", "states: { idle: {}, busy: {} }");
    if (map == null) {
      return List.of();
    }
    if (map.entries().isEmpty()) {
      shape.error("C131", map.at(), "'states' has no state in it", "add a state: idle: {}");
    }
    List<StateDefinition> states = new ArrayList<>();
    for (Entry entry : map.entries().values()) {
      counts.countState(entry.key());
      NameReader.isState(shape, entry.key());
      StateDefinition state = state(entry.key(), entry.value());
      if (state != null) {
        states.add(state);
      }
    }
    return List.copyOf(states);
  }

  private @Nullable StateDefinition state(SourceText id, YamlTree tree) {
    Mapping map =
        shape.mapOrEmpty(tree, id.value(), "a state's keys", id + ": { on: { EVENT: STATE } }");
    if (map == null) {
      return null;
    }
    KeyReader keys = KeyReader.of(shape, map, "a state", KEYS);
    List<StateDefinition> children = children(keys);
    return new StateDefinition(
        id,
        kind(keys),
        children,
        initial(keys.get("initial")),
        actions.list(keys, "entry"),
        actions.list(keys, "exit"),
        transitions.of(keys),
        moves.readList(keys),
        keys.descriptors("defer"),
        output(keys),
        keys.texts("tags", "words", "tags: [busy]"),
        keys.expressions("requires"),
        invocations.read(keys, id),
        id.place());
  }

  private Kind kind(KeyReader keys) {
    YamlTree history = keys.get("history");
    boolean isFinal = keys.flag("final");
    boolean isParallel = keys.flag("parallel");
    String fix = "a state is one of them: make it a child of the other";
    keys.rejectBoth("final", "parallel", fix, isFinal && isParallel);
    keys.rejectBoth("final", "history", fix, isFinal);
    keys.rejectBoth("parallel", "history", fix, isParallel);
    if (history != null) {
      String word = shape.word(history, "history", List.of("shallow", "deep"));
      return "deep".equals(word) ? Kind.DEEP_HISTORY : Kind.SHALLOW_HISTORY;
    }
    if (isFinal) {
      return Kind.FINAL;
    }
    if (isParallel) {
      return Kind.PARALLEL;
    }
    return keys.has("states") ? Kind.COMPOUND : Kind.ATOMIC;
  }

  private @Nullable InitialDefinition initial(@Nullable YamlTree tree) {
    if (tree instanceof Mapping map) {
      KeyReader keys = KeyReader.of(shape, map, "'initial'", List.of("to", "do"));
      keys.require("to", "to: STATE");
      return new InitialDefinition(keys.targets("to"), actions.list(keys, "do"));
    }
    return tree == null
        ? null
        : new InitialDefinition(NameReader.targets(shape, tree, "initial"), List.of());
  }

  private @Nullable Map<String, ValueDefinition> output(KeyReader keys) {
    Mapping map = keys.map("output", "a map of values", "output: { total: data.total }");
    return map == null ? null : ValueReader.named(shape, map);
  }
}
