package dev.statute.expr.internal.code;

/** {@code ==} and {@code !=}: values of different kinds are unequal, numbers compare by value. */
final class Equality extends Node.OfBool {
  private final boolean wanted;
  private final Node left;
  private final Node right;

  Equality(boolean wanted, Node left, Node right, int at) {
    super(at);
    this.wanted = wanted;
    this.left = left;
    this.right = right;
  }

  @Override
  public boolean evalBool(Frame frame) {
    int a = left.evalTagged(frame);
    long whole = frame.whole;
    double real = frame.real;
    Object other = frame.other;
    int b = right.evalTagged(frame);
    boolean equal;
    if (a == Frame.OTHER || b == Frame.OTHER) {
      equal = a == b && Values.equal(frame, other, frame.other, at);
    } else if (a == Frame.LONG) {
      equal = b == Frame.LONG ? whole == frame.whole : Numbers.compare(whole, frame.real) == 0;
    } else {
      equal = b == Frame.LONG ? Numbers.compare(frame.whole, real) == 0 : real == frame.real;
    }
    return equal == wanted;
  }
}
