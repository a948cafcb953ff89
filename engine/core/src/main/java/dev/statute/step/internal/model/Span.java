package dev.statute.step.internal.model;

import dev.statute.expr.Activation;

/** A compiled duration. */
@FunctionalInterface
public interface Span {
  /**
   * Milliseconds, 0 or more.
   *
   * @throws Failure if there is none
   */
  long millis(Activation scope);
}
