package dev.statute.step.internal.model;

import dev.statute.expr.Activation;

/** A compiled duration. */
@FunctionalInterface
public interface CompiledDuration {
  /**
   * Milliseconds, 0 or more.
   *
   * @throws ActionFailure if there is none
   */
  long millis(Activation scope);
}
