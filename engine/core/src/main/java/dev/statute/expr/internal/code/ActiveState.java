package dev.statute.expr.internal.code;

/** {@code active('state')}. */
final class ActiveState extends ExpressionNode.OfBool {
  private final int state;

  ActiveState(int state, int at) {
    super(at);
    this.state = state;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    return frame.scope.active(state);
  }
}
