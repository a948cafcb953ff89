package dev.statute.step.internal.model;

import dev.statute.step.Outcome;

/**
 * Cached result of a step.
 *
 * @param next configuration after it
 * @param row row of {@code next} in {@link CachedSteps}
 * @param commits 1 if the step is committed, 0 if it changes nothing
 */
public record CachedStep(ActiveConfiguration next, int row, Outcome outcome, int commits) {
  /** Returns whether the step is committed. */
  public boolean isCommitted() {
    return commits > 0;
  }
}
