package dev.statute.step.internal.algorithm;

import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.Map;

/**
 * Transition that was selected.
 *
 * @param from the first active atomic state for which it was selected
 * @param targets numbers of the states, with histories resolved
 * @param domain ancestor of the states it leaves, or {@link CompiledTransition#NO_DOMAIN}
 * @param listed false for a move that the chart does not list
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, read in tight loops and never written
public record EnabledTransition(
    CompiledTransition transition, int from, int[] targets, int domain, boolean listed) {
  /** Resolves a transition in the present configuration: its histories and its domain. */
  public static EnabledTransition of(
      CompiledChart model, Map<Integer, int[]> history, CompiledTransition transition, int from) {
    if (transition.domain() != CompiledTransition.DYNAMIC) {
      return new EnabledTransition(
          transition, from, transition.targets(), transition.domain(), true);
    }
    int[] targets = EntrySet.effectiveTargets(model, history, transition.targets());
    int domain =
        TransitionDomain.of(model.index(), transition.source(), targets, transition.internal());
    return new EnabledTransition(transition, from, targets, domain, true);
  }

  public boolean isTargetless() {
    return domain == CompiledTransition.NO_DOMAIN;
  }
}
