package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.syntax.BinaryOperator;

/** Arithmetic on two 64-bit ints; overflow is an error. */
public final class LongArithmetic extends ExpressionNode.OfLong {
  private final BinaryOperator operator;
  private final ExpressionNode left;
  private final ExpressionNode right;

  public LongArithmetic(
      BinaryOperator operator, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public long evalLong(EvaluationFrame frame) {
    long a = left.evalLong(frame);
    return apply(operator, a, right.evalLong(frame), at);
  }

  static long apply(BinaryOperator operator, long a, long b, int at) {
    try {
      return switch (operator) {
        case ADD -> Math.addExact(a, b);
        case SUBTRACT -> Math.subtractExact(a, b);
        case MULTIPLY -> Math.multiplyExact(a, b);
        case DIVIDE -> b == -1 ? Math.negateExact(a) : a / b;
        default -> a % b;
      };
    } catch (ArithmeticException e) {
      String operation = a + " " + operator.sign() + " " + b;
      throw b == 0 && (operator == BinaryOperator.DIVIDE || operator == BinaryOperator.MODULO)
          ? new EvaluationException(Kind.DIVIDE_BY_ZERO, "division by zero: " + operation, at)
          : EvaluationErrors.overflow(operation, at);
    }
  }
}
