package dev.statute.analysis.internal.symbolic;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Results of one input in one state, over all combinations of unknown conditions. Immutable.
 *
 * @param input {@code start}, {@code event Pause}, {@code move RUNNING} or {@code time
 *     idle.after.10s}
 * @param events declared events that the chart handles in the same way as this input
 * @param redelivered true if the input is offered again after a veto, as no sender would repeat it
 * @param resting states in which the step can end, nearest first
 * @param visited states after the microsteps of steps that can end, the resting ones among them
 * @param divergent a state from which the step never comes to rest; null if there is none
 * @param transitions positions in {@code Chart.transitions()} of the transitions that can be taken
 * @param vetoing rules that can veto a transition, as {@code pack#name}
 * @param microsteps number of microsteps that were computed
 * @param complete false if a limit was reached, so that there may be further results
 */
public record SymbolicStep(
    String input,
    Set<String> events,
    boolean redelivered,
    List<ReachedState> resting,
    List<ReachedState> visited,
    @Nullable ReachedState divergent,
    Set<Integer> transitions,
    Set<String> vetoing,
    int microsteps,
    boolean complete) {

  /**
   * State that a step can reach.
   *
   * @param assumptions conditions under which it is reached, such as {@code not (data.n > 3)}
   */
  public record ReachedState(SymbolicState state, List<String> assumptions) {}
}
