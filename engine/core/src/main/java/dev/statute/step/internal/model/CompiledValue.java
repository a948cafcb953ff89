package dev.statute.step.internal.model;

import dev.statute.expr.Activation;
import org.jspecify.annotations.Nullable;

/** A compiled value: an expression, a literal, or a list or map of such. Thread-safe. */
@FunctionalInterface
public interface CompiledValue {
  /**
   * Computes it.
   *
   * @throws ActionFailure if there is none
   */
  @Nullable Object evaluate(Activation scope);
}
