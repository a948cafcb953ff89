package dev.statute.step.internal.model;

import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import dev.statute.expr.Expression;
import dev.statute.problem.Text;

/** A compiled condition. */
public record Condition(Expression expression) {
  /**
   * Whether it holds.
   *
   * @throws Failure if it has no value
   */
  public boolean holds(Activation scope) {
    try {
      return expression.test(scope);
    } catch (EvaluationException e) {
      throw Failure.of(e, expression.source());
    }
  }

  public Text source() {
    return expression.source();
  }
}
