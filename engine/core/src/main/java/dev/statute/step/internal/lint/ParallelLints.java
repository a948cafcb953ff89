package dev.statute.step.internal.lint;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.algorithm.TransitionDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lints of parallel states: transitions that implicitly leave and reenter one C805; {@code
 * internal} without effect C813, or to a history that it does not record C816.
 */
final class ParallelLints {
  private final StateContents parts;
  private final ChartIndex index;
  private final ProblemCollector problems;

  private ParallelLints(StateContents parts, ProblemCollector problems) {
    this.parts = parts;
    this.index = parts.index();
    this.problems = problems;
  }

  static void check(StateContents parts, ProblemCollector problems) {
    ParallelLints lints = new ParallelLints(parts, problems);
    for (int state = 0; state < lints.index.size(); state++) {
      for (TransitionDefinition transition : parts.transitions(state)) {
        lints.check(state, transition);
      }
    }
  }

  private void check(int source, TransitionDefinition transition) {
    int[] targets =
        parts.resolve(transition.targets()).stream().mapToInt(Integer::intValue).toArray();
    if (targets.length == 0) {
      return;
    }
    SourceText at = transition.targets().get(0);
    boolean inside = TransitionDomain.containsAll(index, source, targets);
    boolean compound = index.state(source).kind() == Kind.COMPOUND;
    SourceText history =
        transition.internal() && inside && compound ? ownHistory(source, transition) : null;
    if (history != null) {
      problems.warning(
          "C816",
          history,
          "'"
              + index.state(source).id()
              + "' is not left, so its history '"
              + history
              + "' does not remember the states that this leaves",
          "remove internal; where that leaves other regions, name a target in each of them");
      return;
    }
    if (transition.internal() && !(inside && compound)) {
      problems.warning(
          "C813",
          at,
          "internal changes nothing here: "
              + (inside
                  ? "'" + index.state(source).id() + "' is parallel and is always left"
                  : "'" + at + "' is not inside '" + index.state(source).id() + "'"),
          "remove internal");
    } else if (!transition.internal()) {
      reportReset(source, transition, targets, inside && compound);
    }
  }

  /** Returns the target that is a history of the source itself; null if none is. */
  private @Nullable SourceText ownHistory(int source, TransitionDefinition transition) {
    for (SourceText target : transition.targets()) {
      for (int number : parts.resolve(List.of(target))) {
        if (index.state(number).kind().isHistory() && index.parent(number) == source) {
          return target;
        }
      }
    }
    return null;
  }

  private void reportReset(
      int source, TransitionDefinition transition, int[] targets, boolean canBeInternal) {
    int domain = TransitionDomain.of(index, source, targets, false);
    for (int at = source; at > domain; at = index.parent(at)) {
      boolean again =
          index.state(at).kind() == Kind.PARALLEL
              && TransitionDomain.containsAll(index, at, targets)
              && targets.length < index.childStates(at).size();
      if (again) {
        problems.warning(
            "C805",
            transition.targets().get(0),
            "this leaves '"
                + index.state(at).id()
                + "' and enters it again: all its regions start anew",
            canBeInternal && ownHistory(source, transition) == null
                ? "write internal: true to stay in '" + index.state(source).id() + "'"
                : "to mean it, name a target in each region");
        return;
      }
    }
  }
}
