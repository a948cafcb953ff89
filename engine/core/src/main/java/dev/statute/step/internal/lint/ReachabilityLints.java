package dev.statute.step.internal.lint;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lints of reachability: states without entry C801, states without exit C802. */
final class ReachabilityLints {
  private final StateContents parts;
  private final ChartIndex index;
  private final ReachableStates reach;
  private final Map<Integer, Boolean> regionExits = new HashMap<>();

  private ReachabilityLints(StateContents parts, ReachableStates reach) {
    this.parts = parts;
    this.index = parts.index();
    this.reach = reach;
  }

  static void check(StateContents parts, ReachableStates reach, ProblemCollector problems) {
    ReachabilityLints lints = new ReachabilityLints(parts, reach);
    for (int state = 1; state < parts.index().size(); state++) {
      StateDefinition definition = parts.index().state(state);
      if (!reach.contains(state)) {
        if (reach.contains(parts.index().parent(state))) {
          reportUnreachable(definition, problems);
        }
      } else if (definition.kind() == Kind.ATOMIC && !lints.hasExit(state)) {
        problems.warning(
            "C802",
            definition.id(),
            "nothing leads out of '" + definition.id() + "', and it is not final",
            "make it final, or give it a transition or a move");
      }
    }
  }

  private static void reportUnreachable(StateDefinition state, ProblemCollector problems) {
    boolean history = state.kind().isHistory();
    problems.warning(
        "C801",
        state.id(),
        (history ? "nothing leads to the history '" : "no transition or move ever enters '")
            + state.id()
            + "'",
        "let a transition, a move or a rule that names it lead to it, or remove it");
  }

  /** Returns whether some transition or move leaves this state for another. */
  private boolean hasExit(int state) {
    for (int from = state; from >= 0; from = index.parent(from)) {
      if (outgoingTargets(from).anyMatch(targets -> leadsOutside(state, targets))
          || (index.state(from).kind() == Kind.PARALLEL && hasRegionExit(from))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether some transition inside a parallel state leaves all its regions. */
  private boolean hasRegionExit(int parallel) {
    return regionExits.computeIfAbsent(
        parallel,
        outer ->
            IntStream.range(outer + 1, index.subtreeEnd(outer))
                .filter(reach::contains)
                .anyMatch(inner -> outgoingTargets(inner).anyMatch(to -> leavesTo(outer, to))));
  }

  private boolean leavesTo(int parallel, List<Integer> targets) {
    return targets.stream().anyMatch(target -> !index.isDescendant(target, parallel));
  }

  private static boolean leadsOutside(int state, List<Integer> targets) {
    return targets.stream().anyMatch(target -> target != state);
  }

  private Stream<List<Integer>> outgoingTargets(int state) {
    Stream<List<SourceText>> transitions =
        parts.transitions(state).stream().map(TransitionDefinition::targets);
    Stream<List<SourceText>> moves =
        parts.moves(state).stream().map(MoveDefinition::to).map(List::of);
    return Stream.concat(transitions, moves).map(parts::resolve);
  }
}
