package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** {@code condition ? yes : no}; the branch not taken is not evaluated. */
final class Conditional extends Node {
  private final Node condition;
  private final Node yes;
  private final Node no;

  Conditional(Node condition, Node yes, Node no, int at) {
    super(at);
    this.condition = condition;
    this.yes = yes;
    this.no = no;
  }

  private Node taken(Frame frame) {
    return condition.evalBool(frame) ? yes : no;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    return taken(frame).eval(frame);
  }

  @Override
  public boolean evalBool(Frame frame) {
    return taken(frame).evalBool(frame);
  }

  @Override
  long evalLong(Frame frame) {
    return taken(frame).evalLong(frame);
  }

  @Override
  double evalDouble(Frame frame) {
    return taken(frame).evalDouble(frame);
  }

  @Override
  int evalTagged(Frame frame) {
    return taken(frame).evalTagged(frame);
  }
}
