package dev.statute.step.internal.model;

import dev.statute.expr.internal.node.Activation;

/** Compiled template. */
@FunctionalInterface
public interface CompiledTemplate {
  /**
   * Renders the text.
   *
   * @throws ActionFailure if a part of it cannot be evaluated
   */
  String render(Activation scope);
}
