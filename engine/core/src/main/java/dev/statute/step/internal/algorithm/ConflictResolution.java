package dev.statute.step.internal.algorithm;

import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code removeConflicts} of the algorithm: of two transitions that would leave a state in common,
 * the one whose source is further inside wins, else the one selected first.
 *
 * <p>What a transition leaves are the active states in the range of its domain's descendants, the
 * atomic state it was selected for among them. Two domains are nested or disjoint, so two
 * transitions conflict exactly if their ranges meet. As they come in document order of those atomic
 * states, the ranges of those kept so far are disjoint and rising, and the ones that meet a new one
 * are the last ones: they are looked at from the end, until one does not meet. Each is kept and
 * removed at most once, so that the whole is linear in the number of transitions.
 */
public final class ConflictResolution {
  private ConflictResolution() {}

  public static void removeConflicts(
      CompiledChart model,
      List<EnabledTransition> found,
      List<EnabledTransition> kept,
      List<EnabledTransition> lost) {
    if (found.size() < 2) {
      kept.addAll(found);
      return;
    }
    Deque<EnabledTransition> leaving = new ArrayDeque<>();
    Set<EnabledTransition> removed = new HashSet<>();
    List<EnabledTransition> candidates = new ArrayList<>();
    for (EnabledTransition one : found) {
      if (one.isTargetless() || preempts(model, one, leaving, removed)) {
        candidates.add(one);
        if (!one.isTargetless()) {
          leaving.addLast(one);
        }
      } else {
        removed.add(one);
        candidates.add(one);
      }
    }
    for (EnabledTransition one : candidates) {
      (removed.contains(one) ? lost : kept).add(one);
    }
  }

  /** Whether {@code one} is kept; then those it removes are taken from {@code leaving}. */
  private static boolean preempts(
      CompiledChart model,
      EnabledTransition one,
      Deque<EnabledTransition> leaving,
      Set<EnabledTransition> removed) {
    CompiledState domain = model.state(one.domain());
    List<EnabledTransition> losers = new ArrayList<>(0);
    for (var before = leaving.descendingIterator(); before.hasNext(); ) {
      EnabledTransition other = before.next();
      if (!EnabledTransition.domainsOverlap(domain, model.state(other.domain()))) {
        break;
      }
      if (!model.state(other.transition().source()).contains(one.transition().source())) {
        return false;
      }
      losers.add(other);
    }
    for (EnabledTransition loser : losers) {
      leaving.removeLast();
      removed.add(loser);
    }
    return true;
  }
}
