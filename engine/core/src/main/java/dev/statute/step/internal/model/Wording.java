package dev.statute.step.internal.model;

import dev.statute.expr.Activation;

/** A compiled template. */
@FunctionalInterface
public interface Wording {
  /**
   * The text.
   *
   * @throws Failure if a part of it has no value
   */
  String text(Activation scope);
}
