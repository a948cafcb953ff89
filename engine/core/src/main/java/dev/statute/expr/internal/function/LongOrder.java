package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.syntax.BinaryOperator;

/** Order comparison of two ints. */
public final class LongOrder extends ExpressionNode.OfBool {
  private final BinaryOperator operator;
  private final ExpressionNode left;
  private final ExpressionNode right;

  public LongOrder(BinaryOperator operator, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
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
