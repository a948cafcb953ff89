package dev.statute.expr.internal.node;

/** Node of {@code active('state')}. */
public final class ActiveStateNode extends ExpressionNode.OfBool {
  private final int state;

  public ActiveStateNode(int state, int at) {
    super(at);
    this.state = state;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    return frame.scope.isActive(state);
  }
}
