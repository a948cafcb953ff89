package dev.statute.expr.internal.node;

import java.util.Iterator;

/**
 * Node of {@code all} and {@code exists}: a {@code &&} or {@code ||} chain over the elements, so a
 * decisive element hides the errors of others.
 */
public final class QuantifierNode extends ExpressionNode.OfBool {
  private final boolean decisive;
  private final ComprehensionRange range;
  private final ExpressionNode condition;

  public QuantifierNode(
      boolean decisive, ComprehensionRange range, ExpressionNode condition, int at) {
    super(at);
    this.decisive = decisive;
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
