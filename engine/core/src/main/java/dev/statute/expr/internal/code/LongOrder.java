package dev.statute.expr.internal.code;

import dev.statute.expr.internal.syntax.Operator;

/** {@code < <= > >=} of two ints. */
final class LongOrder extends Node.OfBool {
  private final Operator operator;
  private final Node left;
  private final Node right;

  LongOrder(Operator operator, Node left, Node right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public boolean evalBool(Frame frame) {
    long a = left.evalLong(frame);
    long b = right.evalLong(frame);
    return switch (operator) {
      case LESS -> a < b;
      case LESS_EQUAL -> a <= b;
      case GREATER -> a > b;
      default -> a >= b;
    };
  }
}
