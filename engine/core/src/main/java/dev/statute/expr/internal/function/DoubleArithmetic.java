package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.syntax.BinaryOperator;

/** Arithmetic on two doubles after IEEE 754; never fails. */
public final class DoubleArithmetic extends ExpressionNode.OfDouble {
  private final BinaryOperator operator;
  private final ExpressionNode left;
  private final ExpressionNode right;

  public DoubleArithmetic(
      BinaryOperator operator, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public double evalDouble(EvaluationFrame frame) {
    double a = left.evalDouble(frame);
    return apply(operator, a, right.evalDouble(frame));
  }

  static double apply(BinaryOperator operator, double a, double b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      default -> a / b;
    };
  }
}
