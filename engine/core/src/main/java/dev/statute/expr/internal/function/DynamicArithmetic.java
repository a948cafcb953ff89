package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.ValueEquality;
import dev.statute.expr.internal.syntax.BinaryOperator;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arithmetic on dynamic operands; numbers stay unboxed. */
public final class DynamicArithmetic extends ExpressionNode {
  private final BinaryOperator operator;
  private final ExpressionNode left;
  private final ExpressionNode right;

  public DynamicArithmetic(
      BinaryOperator operator, ExpressionNode left, ExpressionNode right, int at) {
    super(at);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return ValueEquality.box(evalTagged(frame), frame);
  }

  @Override
  public int evalTagged(EvaluationFrame frame) {
    int a = left.evalTagged(frame);
    long whole = frame.longValue;
    double real = frame.doubleValue;
    Object other = frame.objectValue;
    int b = right.evalTagged(frame);
    if (a == EvaluationFrame.LONG && b == EvaluationFrame.LONG) {
      frame.longValue = LongArithmetic.apply(operator, whole, frame.longValue, at);
      return EvaluationFrame.LONG;
    }
    if (a == EvaluationFrame.DOUBLE
        && b == EvaluationFrame.DOUBLE
        && operator != BinaryOperator.MODULO) {
      frame.doubleValue = DoubleArithmetic.apply(operator, real, frame.doubleValue);
      return EvaluationFrame.DOUBLE;
    }
    Object right = ValueEquality.box(b, frame);
    if (a == EvaluationFrame.OTHER && b == EvaluationFrame.OTHER) {
      Object result = combine(frame, other, right);
      if (result != null) {
        frame.objectValue = result;
        return EvaluationFrame.OTHER;
      }
    }
    Object left = ValueEquality.box(a, whole, real, other);
    throw EvaluationErrors.operands(operator.sign(), left, right, at);
  }

  private @Nullable Object combine(EvaluationFrame frame, @Nullable Object a, @Nullable Object b) {
    if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
      return DecimalArithmetic.apply(operator, x, y, at);
    }
    if (operator == BinaryOperator.ADD) {
      if (a instanceof String x && b instanceof String y) {
        frame.chargeText((long) x.length() + y.length(), at);
        return x.concat(y);
      }
      if (a instanceof List<?> x && b instanceof List<?> y) {
        return concat(frame, x, y);
      }
      if (a instanceof Duration x) {
        return b instanceof Duration y
            ? TimeArithmetic.plus(x, y, at)
            : b instanceof Instant y ? TimeArithmetic.plus(y, x, at) : null;
      }
      return a instanceof Instant x && b instanceof Duration y
          ? TimeArithmetic.plus(x, y, at)
          : null;
    }
    if (operator == BinaryOperator.SUBTRACT) {
      if (a instanceof Duration x && b instanceof Duration y) {
        return TimeArithmetic.minus(x, y, at);
      }
      if (a instanceof Instant x) {
        return b instanceof Duration y
            ? TimeArithmetic.minus(x, y, at)
            : b instanceof Instant y ? TimeArithmetic.between(x, y, at) : null;
      }
    }
    return null;
  }

  private List<@Nullable Object> concat(EvaluationFrame frame, List<?> a, List<?> b) {
    frame.charge((long) a.size() + b.size(), at);
    List<@Nullable Object> all = new ArrayList<>(a.size() + b.size());
    all.addAll(a);
    all.addAll(b);
    return Collections.unmodifiableList(all);
  }
}
