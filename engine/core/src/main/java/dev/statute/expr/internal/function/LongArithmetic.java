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
    switch (operator) {
      case ADD -> {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
          throw overflow(operator, a, b, at);
        }
        return sum;
      }
      case SUBTRACT -> {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
          throw overflow(operator, a, b, at);
        }
        return difference;
      }
      case MULTIPLY -> {
        long low = a * b;
        if (Math.multiplyHigh(a, b) != low >> 63) {
          throw overflow(operator, a, b, at);
        }
        return low;
      }
      case DIVIDE -> {
        if (b == 0) {
          throw zero(operator, a, at);
        }
        if (b == -1 && a == Long.MIN_VALUE) {
          throw overflow(operator, a, b, at);
        }
        return a / b;
      }
      default -> {
        if (b == 0) {
          throw zero(operator, a, at);
        }
        return a % b;
      }
    }
  }

  private static EvaluationException zero(BinaryOperator operator, long a, int at) {
    return new EvaluationException(
        Kind.DIVIDE_BY_ZERO, "division by zero: " + a + " " + operator.sign() + " 0", at);
  }

  private static EvaluationException overflow(BinaryOperator operator, long a, long b, int at) {
    return EvaluationErrors.overflow(a + " " + operator.sign() + " " + b, at);
  }
}
