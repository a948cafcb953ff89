package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** {@code condition ? yes : no}; the branch not taken is not evaluated. */
final class ConditionalNode extends ExpressionNode {
  private final ExpressionNode condition;
  private final ExpressionNode yes;
  private final ExpressionNode no;

  ConditionalNode(ExpressionNode condition, ExpressionNode yes, ExpressionNode no, int at) {
    super(at);
    this.condition = condition;
    this.yes = yes;
    this.no = no;
  }

  private ExpressionNode taken(EvaluationFrame frame) {
    return condition.evalBool(frame) ? yes : no;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return taken(frame).eval(frame);
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    return taken(frame).evalBool(frame);
  }

  @Override
  long evalLong(EvaluationFrame frame) {
    return taken(frame).evalLong(frame);
  }

  @Override
  double evalDouble(EvaluationFrame frame) {
    return taken(frame).evalDouble(frame);
  }

  @Override
  int evalTagged(EvaluationFrame frame) {
    return taken(frame).evalTagged(frame);
  }
}
