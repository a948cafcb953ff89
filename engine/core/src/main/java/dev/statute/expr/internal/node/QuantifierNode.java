package dev.statute.expr.internal.node;

import dev.statute.expr.EvaluationException;
import java.util.Iterator;

/**
 * {@code all} and {@code exists}: a chain of {@code &&} or {@code ||} over the elements, so an
 * element that decides makes the errors of the others nothing.
 */
public final class QuantifierNode extends ExpressionNode.OfBool {
  private final boolean decisive;
  private final ComprehensionRange range;
  private final ExpressionNode condition;

  public QuantifierNode(
      boolean deciding, ComprehensionRange range, ExpressionNode condition, int at) {
    super(at);
    this.decisive = deciding;
    this.range = range;
    this.condition = condition;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    EvaluationException first = null;
    for (Iterator<?> i = range.iterator(frame); i.hasNext(); ) {
      range.bind(frame, i.next());
      try {
        if (condition.evalBool(frame) == decisive) {
          return decisive;
        }
      } catch (EvaluationException e) {
        first = LogicNode.selectError(first, e);
      }
    }
    if (first != null) {
      throw first;
    }
    return !decisive;
  }
}
