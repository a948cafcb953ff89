package dev.statute.yaml.internal.chart;

import dev.statute.chart.InitialDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.EnumReader;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.QuotingChecks;
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
    YamlTree states = chart.get("states");
    return new StateDefinition(
        name,
        Kind.COMPOUND,
        states == null ? List.of() : children(states),
        initial(chart.get("initial")),
        actions.list(chart.get("entry"), "entry"),
        actions.list(chart.get("exit"), "exit"),
        transitions.of(chart),
        List.of(),
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        name.place());
  }

  private List<StateDefinition> children(YamlTree tree) {
    Mapping map = shape.map(tree, "states", "a map of states", "states: { idle: {}, busy: {} }");
    if (map == null) {
      return List.of();
    }
    if (map.entries().isEmpty()) {
      shape
          .problems()
          .error("C131", map.at(), "'states' has no state in it", "add a state: idle: {}");
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
    YamlTree states = keys.get("states");
    List<StateDefinition> children = states == null ? List.of() : children(states);
    YamlTree defer = keys.get("defer");
    YamlTree tags = keys.get("tags");
    return new StateDefinition(
        id,
        kind(keys, states != null),
        children,
        initial(keys.get("initial")),
        actions.list(keys.get("entry"), "entry"),
        actions.list(keys.get("exit"), "exit"),
        transitions.of(keys),
        moves.readList(keys.get("moves")),
        defer == null ? List.of() : NameReader.descriptorList(shape, defer, "defer"),
        output(keys),
        tags == null ? List.of() : shape.texts(tags, "tags", "words", "tags: [busy]"),
        requires(keys),
        invocations.read(keys.get("invoke"), id),
        id.place());
  }

  private Kind kind(KeyReader keys, boolean hasStates) {
    YamlTree history = keys.get("history");
    boolean isFinal = flag(keys, "final");
    boolean isParallel = flag(keys, "parallel");
    String fix = "a state is one of them: make it a child of the other";
    keys.rejectBoth(shape, "final", "parallel", fix, isFinal && isParallel);
    keys.rejectBoth(shape, "final", "history", fix, isFinal && history != null);
    keys.rejectBoth(shape, "parallel", "history", fix, isParallel && history != null);
    if (history != null) {
      String word = EnumReader.read(shape, history, "history", List.of("shallow", "deep"));
      return "deep".equals(word) ? Kind.DEEP_HISTORY : Kind.SHALLOW_HISTORY;
    }
    if (isFinal) {
      return Kind.FINAL;
    }
    if (isParallel) {
      return Kind.PARALLEL;
    }
    return hasStates ? Kind.COMPOUND : Kind.ATOMIC;
  }

  private boolean flag(KeyReader keys, String key) {
    YamlTree tree = keys.get(key);
    return tree != null && shape.bool(tree, key);
  }

  private @Nullable InitialDefinition initial(@Nullable YamlTree tree) {
    if (tree instanceof Mapping map) {
      KeyReader keys = KeyReader.of(shape, map, "'initial'", List.of("to", "do"));
      YamlTree to = keys.require(shape, "to", "'initial'", "to: STATE");
      return new InitialDefinition(
          to == null ? List.of() : NameReader.targets(shape, to, "to"),
          actions.list(keys.get("do"), "do"));
    }
    return tree == null
        ? null
        : new InitialDefinition(NameReader.targets(shape, tree, "initial"), List.of());
  }

  private @Nullable Map<String, ValueDefinition> output(KeyReader keys) {
    YamlTree tree = keys.get("output");
    if (tree == null) {
      return null;
    }
    Mapping map = shape.map(tree, "output", "a map of values", "output: { total: data.total }");
    return map == null ? null : ValueReader.named(shape, map);
  }

  private List<SourceText> requires(KeyReader keys) {
    YamlTree tree = keys.get("requires");
    List<SourceText> all = new ArrayList<>();
    if (tree != null) {
      for (YamlTree member : shape.oneOrMore(tree)) {
        SourceText expression = QuotingChecks.expression(shape, member, "requires");
        if (expression != null) {
          all.add(expression);
        }
      }
    }
    return List.copyOf(all);
  }
}
