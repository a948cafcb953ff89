package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.NumberComparison;
import dev.statute.expr.internal.node.ValueEquality;
import dev.statute.expr.internal.syntax.BinaryOperator;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Node of {@code < <= > >=}; ints compare by value with doubles and with decimals, which do not
 * compare with each other. Texts compare by code points.
 */
public final class OrderComparison extends ExpressionNode.OfBool {
  private final BinaryOperator operator;
  private final ExpressionNode left;
  private final ExpressionNode right;

  public OrderComparison(
      BinaryOperator operator, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.operator = operator;
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
    if (a == EvaluationFrame.LONG && b == EvaluationFrame.LONG) {
      return holds(Long.compare(whole, frame.longValue));
    }
    if (a != EvaluationFrame.OTHER && b != EvaluationFrame.OTHER) {
      return a == EvaluationFrame.LONG
          ? holds(NumberComparison.compare(whole, frame.doubleValue))
          : b == EvaluationFrame.LONG
              ? holds(NumberComparison.negate(NumberComparison.compare(frame.longValue, real)))
              : holds(NumberComparison.compare(real, frame.doubleValue));
    }
    Object first = ValueEquality.box(a, whole, real, other);
    return holds(compare(frame, first, ValueEquality.box(b, frame)));
  }

  private boolean holds(int comparison) {
    if (comparison == NumberComparison.UNORDERED) {
      return false;
    }
    return switch (operator) {
      case LESS -> comparison < 0;
      case LESS_EQUAL -> comparison <= 0;
      case GREATER -> comparison > 0;
      default -> comparison >= 0;
    };
  }

  @SuppressWarnings("unchecked") // values of one class compare with each other
  private int compare(EvaluationFrame frame, @Nullable Object a, @Nullable Object b) {
    Object x = a instanceof Long whole && b instanceof BigDecimal ? BigDecimal.valueOf(whole) : a;
    Object y = b instanceof Long whole && a instanceof BigDecimal ? BigDecimal.valueOf(whole) : b;
    if (x instanceof String text && y instanceof String other) {
      frame.chargeText(Math.min(text.length(), other.length()), at);
      return compareText(text, other);
    }
    if (x instanceof Comparable<?> && y != null && x.getClass() == y.getClass()) {
      return ((Comparable<Object>) x).compareTo(y);
    }
    throw EvaluationErrors.operands(operator.sign(), a, b, at);
  }

  /** Compares by code points, as CEL does: a surrogate is above all characters that are none. */
  private static int compareText(String a, String b) {
    int end = Math.min(a.length(), b.length());
    for (int i = 0; i < end; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        int kinds = Boolean.compare(Character.isSurrogate(x), Character.isSurrogate(y));
        return kinds == 0 ? x - y : kinds;
      }
    }
    return a.length() - b.length();
  }
}
