package dev.statute.chart.internal.rules;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** States without a way in, C801, and states without a way out, C802. */
final class ReachabilityLints {
  private final StateContents parts;
  private final ChartIndex index;
  private final ReachableStates reach;
  private final Map<Integer, Boolean> open = new HashMap<>();

  private ReachabilityLints(StateContents parts, ReachableStates reach) {
    this.parts = parts;
    this.index = parts.index();
    this.reach = reach;
  }

  static void check(StateContents parts, ReachableStates reach, Problems problems) {
    ReachabilityLints lints = new ReachabilityLints(parts, reach);
    for (int state = 1; state < parts.index().size(); state++) {
      StateDefinition definition = parts.index().state(state);
      if (!reach.contains(state)) {
        if (reach.contains(parts.index().parent(state))) {
          unreachable(definition, problems);
        }
      } else if (definition.kind() == Kind.ATOMIC && !lints.isLeft(state)) {
        problems.warning(
            "C802",
            definition.id(),
            "nothing leads out of '" + definition.id() + "', and it is not final",
            "make it final, or give it a transition or a move");
      }
    }
  }

  private static void unreachable(StateDefinition state, Problems problems) {
    boolean history = state.kind().isHistory();
    problems.warning(
        "C801",
        state.id(),
        (history ? "nothing leads to the history '" : "no transition or move ever enters '")
            + state.id()
            + "'",
        "let a transition, a move or a rule that names it lead to it, or remove it");
  }

  /** Whether some transition or move leaves this state for another, from wherever it is written. */
  private boolean isLeft(int state) {
    for (int from = state; from >= 0; from = index.parent(from)) {
      if (ways(from).anyMatch(targets -> leads(state, targets))
          || (index.state(from).kind() == Kind.PARALLEL && isOpen(from))) {
        return true;
      }
    }
    return false;
  }

  /** Whether something inside a parallel state leads out of it, and so out of all its regions. */
  private boolean isOpen(int parallel) {
    Boolean known = open.get(parallel);
    if (known == null) {
      known =
          IntStream.range(parallel + 1, index.end(parallel))
              .filter(reach::contains)
              .anyMatch(inside -> ways(inside).anyMatch(targets -> leavesFor(parallel, targets)));
      open.put(parallel, known);
    }
    return known;
  }

  private boolean leavesFor(int parallel, List<Integer> targets) {
    return targets.stream().anyMatch(target -> !index.isInside(target, parallel));
  }

  private static boolean leads(int state, List<Integer> targets) {
    return targets.stream().anyMatch(target -> target != state);
  }

  private Stream<List<Integer>> ways(int state) {
    Stream<List<Text>> transitions =
        parts.transitions(state).stream().map(TransitionDefinition::targets);
    Stream<List<Text>> moves = parts.moves(state).stream().map(MoveDefinition::to).map(List::of);
    return Stream.concat(transitions, moves).map(parts::resolve);
  }
}
