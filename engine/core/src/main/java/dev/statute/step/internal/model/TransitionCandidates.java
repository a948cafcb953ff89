package dev.statute.step.internal.model;

import java.util.List;

/**
 * What listens to a signal while a given atomic state is active: the transitions of the state and
 * then of its ancestors outwards, in the order in which they are tried.
 *
 * @param deferAt how many of them stand inside the innermost state that defers the event; -1 = none
 *     defers it
 */
public record TransitionCandidates(List<CompiledTransition> transitions, int deferAt) {
  /** Nothing listens. */
  public static final TransitionCandidates NONE = new TransitionCandidates(List.of(), -1);

  public TransitionCandidates {
    transitions = List.copyOf(transitions);
  }

  public boolean isEmpty() {
    return transitions.isEmpty() && deferAt < 0;
  }
}
