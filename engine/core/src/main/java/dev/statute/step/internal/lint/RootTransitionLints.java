package dev.statute.step.internal.lint;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import java.util.List;

/**
 * Lint of root transitions that also leave an apparent end state, one without transitions of its
 * own and with moves to final states only: C807.
 */
final class RootTransitionLints {
  private RootTransitionLints() {}

  static void check(StateContents parts, ProblemCollector problems) {
    List<TransitionDefinition> any =
        parts.transitions(0).stream()
            .filter(t -> t.trigger() instanceof OnEvent && !t.targets().isEmpty())
            .toList();
    for (int state = 1; !any.isEmpty() && state < parts.index().size(); state++) {
      if (isFinalEnd(parts, state)) {
        String id = parts.index().state(state).id().value();
        for (TransitionDefinition transition : any) {
          problems.add(
              Problem.warning(
                  "C807",
                  transition.place(),
                  "this also leaves '"
                      + id
                      + "', which lists as its only ways out: "
                      + String.join(
                          ", ", parts.moves(state).stream().map(m -> m.to().value()).toList()),
                  "name the states it is for instead of any"));
        }
      }
    }
  }

  private static boolean isFinalEnd(StateContents parts, int state) {
    ChartIndex index = parts.index();
    List<MoveDefinition> moves = parts.moves(state);
    if (index.state(state).kind() != Kind.ATOMIC || moves.isEmpty()) {
      return false;
    }
    for (int at = state; at > 0; at = index.parent(at)) {
      if (!parts.transitions(at).isEmpty() || (at != state && !parts.moves(at).isEmpty())) {
        return false;
      }
    }
    return moves.stream()
        .map(move -> index.resolve(move.to().value()))
        .allMatch(target -> target >= 0 && index.state(target).kind() == Kind.FINAL);
  }
}
