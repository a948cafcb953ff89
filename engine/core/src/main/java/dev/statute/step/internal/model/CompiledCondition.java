package dev.statute.step.internal.model;

import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import dev.statute.expr.Expression;
import dev.statute.problem.SourceText;

/** A compiled condition. */
public record CompiledCondition(Expression expression) {
  /**
   * Whether it holds.
   *
   * @throws ActionFailure if it has no value
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
