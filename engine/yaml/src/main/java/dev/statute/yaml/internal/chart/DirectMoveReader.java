package dev.statute.yaml.internal.chart;

import dev.statute.chart.MoveDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
  List<MoveDefinition> readList(KeyReader state) {
    return all(state.members("moves"), null).toList();
  }

  /** Reads the top-level map. */
  List<MoveDefinition> readTable(KeyReader chart) {
    Mapping map = chart.map("moves", "a map from states to lists", EXAMPLE);
    return map == null
        ? List.of()
        : map.entries().values().stream()
            .flatMap(entry -> all(shape.oneOrMore(entry.value()), entry.key()))
            .toList();
  }

  private Stream<MoveDefinition> all(List<YamlTree> members, @Nullable SourceText from) {
    return members.stream().map(member -> readOne(member, from)).filter(Objects::nonNull);
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
    keys.require("to", "to: STATE");
    SourceText target = keys.read("to", to -> NameReader.target(shape, to, "to"));
    SourceText when = keys.expression("when");
    SourceText guard = transitions.guard(keys);
    var body = actions.list(keys, "do");
    SourceText reason = transitions.reason(keys);
    return target == null
        ? null
        : new MoveDefinition(from, target, when, guard, body, reason, map.place());
  }
}
