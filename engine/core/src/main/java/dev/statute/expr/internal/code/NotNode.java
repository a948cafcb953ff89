package dev.statute.expr.internal.code;

/** {@code !term}. */
final class NotNode extends ExpressionNode.OfBool {
  private final ExpressionNode term;

  NotNode(ExpressionNode term, int at) {
    super(at);
    this.term = term;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    return !term.evalBool(frame);
  }
}
