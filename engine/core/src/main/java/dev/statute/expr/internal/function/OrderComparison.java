package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.NumberComparison;
import dev.statute.expr.internal.node.ValueEquality;
import dev.statute.expr.internal.syntax.BinaryOperator;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Node of {@code < <= > >=}; ints compare by value with doubles and with decimals, which do not
 * compare with each other.
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

  private int compare(EvaluationFrame frame, @Nullable Object a, @Nullable Object b) {
    if (a instanceof String x && b instanceof String y) {
      frame.chargeText(Math.min(x.length(), y.length()), at);
      return x.compareTo(y);
    }
    if (a instanceof BigDecimal x && (b instanceof BigDecimal || b instanceof Long)) {
      return x.compareTo(b instanceof Long y ? BigDecimal.valueOf(y) : (BigDecimal) b);
    }
    if (a instanceof Long x && b instanceof BigDecimal y) {
      return BigDecimal.valueOf(x).compareTo(y);
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
    throw EvaluationErrors.operands(operator.sign(), a, b, at);
  }
}
