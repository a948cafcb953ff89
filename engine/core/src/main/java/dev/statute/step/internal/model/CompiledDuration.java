package dev.statute.step.internal.model;

import dev.statute.expr.Activation;

/** Compiled duration. */
@FunctionalInterface
public interface CompiledDuration {
  /**
   * Computes the duration in milliseconds, 0 or more.
   *
   * @throws ActionFailure if the computation fails
   */
  long millis(Activation scope);
}
