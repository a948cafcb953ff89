package dev.statute.yaml.internal.chart;

import dev.statute.chart.MoveDefinition;
import dev.statute.problem.Text;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Direct moves: a list in a state, a map from states to lists in the table form. */
final class MoveReader {
  private static final String EXAMPLE = "moves: { idle: [running, paused] }";

  private final NodeReader shape;
  private final TransitionReader transitions;
  private final ActionReader actions;

  MoveReader(NodeReader shape, TransitionReader transitions, ActionReader actions) {
    this.shape = shape;
    this.transitions = transitions;
    this.actions = actions;
  }

  /** The moves of a state. */
  List<MoveDefinition> listed(@Nullable YamlTree tree) {
    List<MoveDefinition> moves = new ArrayList<>();
    if (tree != null) {
      add(moves, tree, null);
    }
    return List.copyOf(moves);
  }

  /** The top-level map. */
  List<MoveDefinition> table(@Nullable YamlTree tree) {
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

  private void add(List<MoveDefinition> moves, YamlTree tree, @Nullable Text from) {
    for (YamlTree member : shape.oneOrMore(tree)) {
      MoveDefinition move = one(member, from);
      if (move != null) {
        moves.add(move);
      }
    }
  }

  private @Nullable MoveDefinition one(YamlTree tree, @Nullable Text from) {
    if (!(tree instanceof Mapping map)) {
      Text to = NameReader.target(shape, tree, from == null ? "moves" : from.value());
      return to == null
          ? null
          : new MoveDefinition(from, to, null, null, List.of(), null, to.place());
    }
    KeyReader keys =
        KeyReader.of(shape, map, "a move", List.of("to", "when", "guard", "do", "reason"));
    YamlTree to = keys.need(shape, "to", "a move", "to: STATE");
    Text target = to == null ? null : NameReader.target(shape, to, "to");
    Text when = transitions.expression(keys, "when");
    Text guard = transitions.guard(keys);
    var body = actions.list(keys.get("do"), "do");
    Text reason = transitions.reason(keys);
    return target == null
        ? null
        : new MoveDefinition(from, target, when, guard, body, reason, map.place());
  }
}
