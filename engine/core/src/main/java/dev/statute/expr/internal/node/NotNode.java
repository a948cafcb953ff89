package dev.statute.expr.internal.node;

/** Node of {@code !term}. */
public final class NotNode extends ExpressionNode.OfBool {
  private final ExpressionNode term;

  public NotNode(ExpressionNode term, int at) {
    super(at);
    this.term = term;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    return !term.evalBool(frame);
  }
}
