package dev.statute.expr.internal.node;

import java.util.Iterator;

/** Node of {@code exists_one}; evaluates all elements and propagates any error. */
public final class ExistsOneNode extends ExpressionNode.OfBool {
  private final ComprehensionRange range;
  private final ExpressionNode condition;

  public ExistsOneNode(ComprehensionRange range, ExpressionNode condition, int at) {
    super(at);
    this.range = range;
    this.condition = condition;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    int found = 0;
    for (Iterator<?> i = range.iterator(frame); i.hasNext(); ) {
      range.bind(frame, i.next());
      if (condition.evalBool(frame)) {
        found++;
      }
    }
    return found == 1;
  }
}
