package dev.statute.step.internal.model;

import dev.statute.expr.Scope;

/** A compiled duration. */
@FunctionalInterface
public interface Span {
  /**
   * Milliseconds, 0 or more.
   *
   * @throws Failure if there is none
   */
  long millis(Scope scope);
}
