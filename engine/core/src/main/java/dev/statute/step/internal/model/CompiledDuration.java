package dev.statute.step.internal.model;

import dev.statute.expr.internal.node.Activation;

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
