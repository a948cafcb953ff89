package dev.statute.expr.internal.code;

import dev.statute.expr.internal.syntax.Operator;

/** Arithmetic on two doubles, as IEEE 754 says: there are no errors. */
final class DoubleArithmetic extends ExpressionNode.OfDouble {
  private final Operator operator;
  private final ExpressionNode left;
  private final ExpressionNode right;

  DoubleArithmetic(Operator operator, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  double evalDouble(EvaluationFrame frame) {
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
