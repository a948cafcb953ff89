package dev.statute.policy;

/** A selected transition, or a direct move that was requested. */
public final class Transition extends Proposal {
  public Transition(Description description) {
    super(description);
  }
}
