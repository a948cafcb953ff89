package dev.statute.yaml.internal.chart;

import dev.statute.chart.MoveDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of direct moves: a list in a state, a map from states to lists in the table form. */
final class DirectMoveReader {
  private static final String EXAMPLE = "moves: { idle: [running, paused] }";

  private final NodeReader shape;
  private final TransitionReader transitions;
  private final ActionReader actions;

  DirectMoveReader(NodeReader shape, TransitionReader transitions, ActionReader actions) {
    this.shape = shape;
    this.transitions = transitions;
    this.actions = actions;
  }

  /** Reads the moves of a state. */
  List<MoveDefinition> readList(@Nullable YamlTree tree) {
    List<MoveDefinition> moves = new ArrayList<>();
    if (tree != null) {
      add(moves, tree, null);
    }
    return List.copyOf(moves);
  }

  /** Reads the top-level map. */
  List<MoveDefinition> readTable(@Nullable YamlTree tree) {
    List<MoveDefinition> moves = new ArrayList<>();
    Mapping map =
        tree == null ? null : shape.map(tree, "moves", "a map from states to lists", EXAMPLE);
    if (map != null) {
      for (Entry entry : map.entries().values()) {
        add(moves, entry.value(), entry.key());
      }
    }
    return List.copyOf(moves);
  }

  private void add(List<MoveDefinition> moves, YamlTree tree, @Nullable SourceText from) {
    for (YamlTree member : shape.oneOrMore(tree)) {
      MoveDefinition move = readOne(member, from);
      if (move != null) {
        moves.add(move);
      }
    }
  }

  private @Nullable MoveDefinition readOne(YamlTree tree, @Nullable SourceText from) {
    if (!(tree instanceof Mapping map)) {
      SourceText to = NameReader.target(shape, tree, from == null ? "moves" : from.value());
      return to == null
          ? null
          : new MoveDefinition(from, to, null, null, List.of(), null, to.place());
    }
    KeyReader keys =
        KeyReader.of(shape, map, "a move", List.of("to", "when", "guard", "do", "reason"));
    YamlTree to = keys.require(shape, "to", "a move", "to: STATE");
    SourceText target = to == null ? null : NameReader.target(shape, to, "to");
    SourceText when = transitions.expression(keys, "when");
    SourceText guard = transitions.guard(keys);
    var body = actions.list(keys.get("do"), "do");
    SourceText reason = transitions.reason(keys);
    return target == null
        ? null
        : new MoveDefinition(from, target, when, guard, body, reason, map.place());
  }
}
