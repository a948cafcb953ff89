package dev.statute.step.internal.lint;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.HashMap;
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
      SourceText id = parts.index().state(state).id();
      Kind kind = parts.index().state(state).kind();
      if (!reach.contains(state) && reach.contains(parts.index().parent(state))) {
        problems.warning(
            "C801",
            id,
            (kind.isHistory()
                    ? "nothing leads to the history '"
                    : "no transition or move ever enters '")
                + id
                + "'",
            "let a transition, a move or a rule that names it lead to it, or remove it");
      } else if (reach.contains(state) && kind == Kind.ATOMIC && !lints.hasExit(state)) {
        problems.warning(
            "C802",
            id,
            "nothing leads out of '" + id + "', and it is not final",
            "make it final, or give it a transition or a move");
      }
    }
  }

  /** Returns whether some transition or move leaves this state for another. */
  private boolean hasExit(int state) {
    for (int from = state; from >= 0; from = index.parent(from)) {
      if (outgoingTargets(from).anyMatch(target -> target != state)
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
                .flatMap(this::outgoingTargets)
                .anyMatch(target -> !index.isDescendant(target, outer)));
  }

  private IntStream outgoingTargets(int state) {
    Stream<SourceText> targets =
        Stream.concat(
            parts.transitions(state).stream().flatMap(transition -> transition.targets().stream()),
            parts.moves(state).stream().map(MoveDefinition::to));
    return parts.resolve(targets.toList()).stream().mapToInt(Integer::intValue);
  }
}
