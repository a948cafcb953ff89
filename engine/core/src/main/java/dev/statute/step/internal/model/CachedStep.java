package dev.statute.step.internal.model;

import dev.statute.step.Outcome;

/**
 * A whole step that is known.
 *
 * @param next the configuration after it
 * @param row where the steps from there are in {@link CachedSteps}
 * @param commits 1 if the step is one that is committed, 0 if nothing came of it
 */
public record CachedStep(ActiveConfiguration next, int row, Outcome outcome, int commits) {
  /** Whether the step is one that is committed. */
  public boolean isCommitted() {
    return commits > 0;
  }
}
