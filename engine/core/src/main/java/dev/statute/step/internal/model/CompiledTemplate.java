package dev.statute.step.internal.model;

import dev.statute.expr.Activation;

/** A compiled template. */
@FunctionalInterface
public interface CompiledTemplate {
  /**
   * The text.
   *
   * @throws ActionFailure if a part of it has no value
   */
  String render(Activation scope);
}
