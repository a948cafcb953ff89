package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.NumberComparison;
import dev.statute.expr.internal.node.ValueEquality;

/**
 * Node of {@code ==} and {@code !=}: values of different kinds are unequal, numbers compare by
 * value.
 */
public final class EqualityNode extends ExpressionNode.OfBool {
  private final boolean wanted;
  private final ExpressionNode left;
  private final ExpressionNode right;

  public EqualityNode(boolean wanted, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.wanted = wanted;
    this.left = left;
    this.right = right;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    int a = left.evalTagged(frame);
    long whole = frame.longValue;
    double real = frame.doubleValue;
    Object other = frame.objectValue;
    int b = right.evalTagged(frame);
    boolean equal;
    if (a == EvaluationFrame.OTHER || b == EvaluationFrame.OTHER) {
      equal =
          a == b
              ? ValueEquality.equal(frame, other, frame.objectValue, at)
              : a == EvaluationFrame.LONG
                  ? ValueEquality.isEqual(whole, frame.objectValue)
                  : b == EvaluationFrame.LONG && ValueEquality.isEqual(frame.longValue, other);
    } else if (a == EvaluationFrame.LONG) {
      equal =
          b == EvaluationFrame.LONG
              ? whole == frame.longValue
              : NumberComparison.compare(whole, frame.doubleValue) == 0;
    } else {
      equal =
          b == EvaluationFrame.LONG
              ? NumberComparison.compare(frame.longValue, real) == 0
              : real == frame.doubleValue;
    }
    return equal == wanted;
  }
}
