package dev.statute.step.internal.model;

import dev.statute.expr.internal.Expression;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.SourceText;

/** Compiled condition. */
public record CompiledCondition(Expression expression) {
  /**
   * Returns whether the condition is true.
   *
   * @throws ActionFailure if it cannot be evaluated
   */
  public boolean holds(Activation scope) {
    try {
      return expression.test(scope);
    } catch (EvaluationException e) {
      throw ActionFailure.of(e, expression.source());
    }
  }

  public SourceText source() {
    return expression.source();
  }
}
