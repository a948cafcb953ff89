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

  /**
   * Returns the transitions that are kept.
   *
   * @param lost receives the others
   */
  public static List<EnabledTransition> removeConflicts(
      CompiledChart model, List<EnabledTransition> found, List<EnabledTransition> lost) {
    if (found.size() < 2) {
      return found;
    }
    Deque<EnabledTransition> leaving = new ArrayDeque<>();
    Set<EnabledTransition> removed = new HashSet<>();
    for (EnabledTransition one : found) {
      if (!one.isTargetless() && !preempts(model, one, leaving, removed)) {
        removed.add(one);
      }
    }
    List<EnabledTransition> kept = new ArrayList<>();
    for (EnabledTransition one : found) {
      (removed.contains(one) ? lost : kept).add(one);
    }
    return kept;
  }

  /**
   * Returns whether {@code one} is kept; it then takes the place of the transitions that it
   * preempts in {@code leaving}.
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
      CompiledState left = model.state(other.domain());
      if (domain.number() >= left.end() || left.number() >= domain.end()) {
        break;
      }
      if (!model.state(other.transition().source()).contains(one.transition().source())) {
        return false;
      }
      losers.add(other);
    }
    losers.forEach(loser -> leaving.removeLast());
    leaving.addLast(one);
    removed.addAll(losers);
    return true;
  }
}
