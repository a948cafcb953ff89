package dev.statute.step.internal.model;

import java.util.List;

/**
 * Transition candidates of a signal in an active atomic state: the transitions of the state and
 * then of its ancestors outwards, in the order in which they are tried.
 *
 * @param deferAt number of candidates inside the innermost state that defers the event; -1 = no
 *     state defers it
 */
public record TransitionCandidates(List<CompiledTransition> transitions, int deferAt) {
  /** Empty candidates. */
  public static final TransitionCandidates NONE = new TransitionCandidates(List.of(), -1);

  public TransitionCandidates {
    transitions = List.copyOf(transitions);
  }

  public boolean isEmpty() {
    return transitions.isEmpty() && deferAt < 0;
  }
}
