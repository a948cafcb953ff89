package dev.statute.expr.internal.code;

import dev.statute.expr.internal.syntax.Operator;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code < <= > >=}; numbers compare by value whatever their types. */
final class Order extends Node.OfBool {
  private final Operator operator;
  private final Node left;
  private final Node right;

  Order(Operator operator, Node left, Node right, int at) {
    super(at);
    this.operator = operator;
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
    if (a == Frame.LONG && b == Frame.LONG) {
      return holds(Long.compare(whole, frame.whole));
    }
    if (a != Frame.OTHER && b != Frame.OTHER) {
      return a == Frame.LONG
          ? holds(Numbers.compare(whole, frame.real))
          : b == Frame.LONG
              ? holds(Numbers.negate(Numbers.compare(frame.whole, real)))
              : holds(Numbers.compare(real, frame.real));
    }
    if (a == Frame.OTHER && b == Frame.OTHER) {
      return holds(compare(frame, other, frame.other));
    }
    Object first = a == Frame.LONG ? (Object) whole : a == Frame.DOUBLE ? (Object) real : other;
    throw Errors.operands(operator.sign(), first, Values.boxed(b, frame), at);
  }

  private boolean holds(int comparison) {
    if (comparison == Numbers.UNORDERED) {
      return false;
    }
    return switch (operator) {
      case LESS -> comparison < 0;
      case LESS_EQUAL -> comparison <= 0;
      case GREATER -> comparison > 0;
      default -> comparison >= 0;
    };
  }

  private int compare(Frame frame, @Nullable Object a, @Nullable Object b) {
    if (a instanceof String x && b instanceof String y) {
      frame.chargeText(Math.min(x.length(), y.length()), at);
      return x.compareTo(y);
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return Boolean.compare(x, y);
    }
    if (a instanceof Instant x && b instanceof Instant y) {
      return x.compareTo(y);
    }
    if (a instanceof Duration x && b instanceof Duration y) {
      return x.compareTo(y);
    }
    throw Errors.operands(operator.sign(), a, b, at);
  }
}
