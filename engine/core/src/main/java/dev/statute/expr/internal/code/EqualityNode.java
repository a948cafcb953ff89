package dev.statute.expr.internal.code;

/** {@code ==} and {@code !=}: values of different kinds are unequal, numbers compare by value. */
final class EqualityNode extends ExpressionNode.OfBool {
  private final boolean wanted;
  private final ExpressionNode left;
  private final ExpressionNode right;

  EqualityNode(boolean wanted, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.wanted = wanted;
    this.left = left;
    this.right = right;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    int a = left.evalTagged(frame);
    long whole = frame.whole;
    double real = frame.real;
    Object other = frame.other;
    int b = right.evalTagged(frame);
    boolean equal;
    if (a == EvaluationFrame.OTHER || b == EvaluationFrame.OTHER) {
      equal = a == b && ValueEquality.equal(frame, other, frame.other, at);
    } else if (a == EvaluationFrame.LONG) {
      equal =
          b == EvaluationFrame.LONG
              ? whole == frame.whole
              : NumberComparison.compare(whole, frame.real) == 0;
    } else {
      equal =
          b == EvaluationFrame.LONG
              ? NumberComparison.compare(frame.whole, real) == 0
              : real == frame.real;
    }
    return equal == wanted;
  }
}
