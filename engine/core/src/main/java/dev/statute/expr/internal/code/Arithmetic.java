package dev.statute.expr.internal.code;

import dev.statute.expr.internal.syntax.Operator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arithmetic whose operands have types only known at run time; numbers stay unboxed. */
final class Arithmetic extends Node {
  private final Operator operator;
  private final Node left;
  private final Node right;

  Arithmetic(Operator operator, Node left, Node right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    return Values.boxed(evalTagged(frame), frame);
  }

  @Override
  int evalTagged(Frame frame) {
    int a = left.evalTagged(frame);
    long whole = frame.whole;
    double real = frame.real;
    Object other = frame.other;
    int b = right.evalTagged(frame);
    if (a == Frame.LONG && b == Frame.LONG) {
      frame.whole = LongArithmetic.apply(operator, whole, frame.whole, at);
      return Frame.LONG;
    }
    if (a == Frame.DOUBLE && b == Frame.DOUBLE && operator != Operator.MODULO) {
      frame.real = DoubleArithmetic.apply(operator, real, frame.real);
      return Frame.DOUBLE;
    }
    Object right = Values.boxed(b, frame);
    if (a == Frame.OTHER && b == Frame.OTHER) {
      Object result = combine(frame, other, right);
      if (result != null) {
        frame.other = result;
        return Frame.OTHER;
      }
    }
    Object left = a == Frame.LONG ? (Object) whole : a == Frame.DOUBLE ? (Object) real : other;
    throw Errors.operands(operator.sign(), left, right, at);
  }

  private @Nullable Object combine(Frame frame, @Nullable Object a, @Nullable Object b) {
    if (operator == Operator.ADD) {
      if (a instanceof String x && b instanceof String y) {
        frame.chargeText((long) x.length() + y.length(), at);
        return x.concat(y);
      }
      if (a instanceof List<?> x && b instanceof List<?> y) {
        return Values.concat(frame, x, y, at);
      }
      if (a instanceof Duration x) {
        return b instanceof Duration y
            ? Times.plus(x, y, at)
            : b instanceof Instant y ? Times.plus(y, x, at) : null;
      }
      return a instanceof Instant x && b instanceof Duration y ? Times.plus(x, y, at) : null;
    }
    if (operator == Operator.SUBTRACT) {
      if (a instanceof Duration x && b instanceof Duration y) {
        return Times.minus(x, y, at);
      }
      if (a instanceof Instant x) {
        return b instanceof Duration y
            ? Times.minus(x, y, at)
            : b instanceof Instant y ? Times.between(x, y, at) : null;
      }
    }
    return null;
  }
}
