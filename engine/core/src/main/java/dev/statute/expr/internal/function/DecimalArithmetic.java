package dev.statute.expr.internal.function;

import dev.statute.expr.DecimalFormat;
import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import dev.statute.expr.internal.syntax.BinaryOperator;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic on two decimals. Sums, differences and products are exact; a quotient is rounded to 34
 * digits, half to even, as in decimal128 of IEEE 754. A result beyond the limits of {@link
 * DecimalFormat} is an error.
 */
final class DecimalArithmetic {
  private DecimalArithmetic() {}

  /** Returns the result; null if the operator is none of decimals. */
  static @Nullable BigDecimal apply(BinaryOperator operator, BigDecimal a, BigDecimal b, int at) {
    if (operator == BinaryOperator.DIVIDE && b.signum() == 0) {
      throw new EvaluationException(
          Kind.DIVIDE_BY_ZERO, "division by zero: " + text(operator, a, b), at);
    }
    BigDecimal exact =
        switch (operator) {
          case ADD -> a.add(b);
          case SUBTRACT -> a.subtract(b);
          case MULTIPLY -> a.multiply(b);
          case DIVIDE -> a.divide(b, MathContext.DECIMAL128);
          default -> null;
        };
    BigDecimal result = exact == null ? null : DecimalFormat.normalize(exact);
    if (exact != null && result == null) {
      throw EvaluationErrors.overflow(text(operator, a, b), at);
    }
    return result;
  }

  /** Rounds to a number of digits after the point, half to even. */
  static BigDecimal round(BigDecimal value, long digits, int at) {
    BigDecimal rounded =
        digits < 0 || digits > DecimalFormat.DIGITS
            ? null
            : DecimalFormat.normalize(value.setScale((int) digits, RoundingMode.HALF_EVEN));
    if (rounded == null) {
      throw EvaluationErrors.overflow(
          "decimal(" + DecimalFormat.format(value) + ", " + digits + ")", at);
    }
    return rounded;
  }

  private static String text(BinaryOperator operator, BigDecimal a, BigDecimal b) {
    return DecimalFormat.format(a) + " " + operator.sign() + " " + DecimalFormat.format(b);
  }
}
