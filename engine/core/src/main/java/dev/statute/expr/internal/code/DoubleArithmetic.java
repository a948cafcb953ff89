package dev.statute.expr.internal.code;

import dev.statute.expr.internal.syntax.Operator;

/** Arithmetic on two doubles, as IEEE 754 says: there are no errors. */
final class DoubleArithmetic extends Node.OfDouble {
  private final Operator operator;
  private final Node left;
  private final Node right;

  DoubleArithmetic(Operator operator, Node left, Node right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  double evalDouble(Frame frame) {
    double a = left.evalDouble(frame);
    return apply(operator, a, right.evalDouble(frame));
  }

  static double apply(Operator operator, double a, double b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      default -> a / b;
    };
  }
}
