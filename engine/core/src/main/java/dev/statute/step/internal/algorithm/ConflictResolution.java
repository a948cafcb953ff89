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
 * {@code removeConflictingTransitions} of the SCXML algorithm: of two transitions that would leave
 * a state in common, the one with the inner source wins, else the one selected first.
 *
 * <p>A transition leaves the active states in the range of its domain's descendants, including the
 * atomic state for which it was selected. Two domains are nested or disjoint, so two transitions
 * conflict exactly if their ranges overlap. As transitions are given in document order of those
 * atomic states, the ranges of the kept ones are disjoint and rising, and a new one can only
 * overlap the last ones: the list is scanned from its end until one does not overlap. Each is added
 * and removed at most once, so the whole is linear in the number of transitions.
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
    for (EnabledTransition one : found) {
      if (one.isTargetless()) {
        continue;
      }
      if (preempts(model, one, leaving, removed)) {
        leaving.addLast(one);
      } else {
        removed.add(one);
      }
    }
    for (EnabledTransition one : found) {
      (removed.contains(one) ? lost : kept).add(one);
    }
  }

  /**
   * Returns whether {@code one} is kept; the transitions that it preempts are then removed from
   * {@code leaving}.
   */
  private static boolean preempts(
      CompiledChart model,
      EnabledTransition one,
      Deque<EnabledTransition> leaving,
      Set<EnabledTransition> removed) {
    CompiledState domain = model.state(one.domain());
    List<EnabledTransition> losers = new ArrayList<>(0);
    for (var before = leaving.descendingIterator(); before.hasNext(); ) {
      EnabledTransition other = before.next();
      if (!domainsOverlap(domain, model.state(other.domain()))) {
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

  /** Returns whether two domains are nested, so that some state would be left twice. */
  private static boolean domainsOverlap(CompiledState one, CompiledState other) {
    return one.number() < other.end() && other.number() < one.end();
  }
}
