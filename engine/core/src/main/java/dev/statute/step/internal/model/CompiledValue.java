package dev.statute.step.internal.model;

import dev.statute.expr.internal.node.Activation;
import org.jspecify.annotations.Nullable;

/** Compiled value: an expression, a literal, or a list or map of such. Thread-safe. */
@FunctionalInterface
public interface CompiledValue {
  /**
   * Computes the value.
   *
   * @throws ActionFailure if the computation fails
   */
  @Nullable Object evaluate(Activation scope);
}
