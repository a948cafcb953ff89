package dev.statute.expr.internal.code;

/** {@code active('state')}. */
final class ActiveState extends Node.OfBool {
  private final int state;

  ActiveState(int state, int at) {
    super(at);
    this.state = state;
  }

  @Override
  public boolean evalBool(Frame frame) {
    return frame.scope.active(state);
  }
}
