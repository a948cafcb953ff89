package dev.statute.step.internal.interpret;

import dev.statute.step.Outcome;

/** Abort of a step with all its changes. Used as control flow, so without a stack trace. */
public final class StepAborted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  StepAborted(Outcome outcome) {
    super(outcome.kind(), null, false, false);
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }
}
