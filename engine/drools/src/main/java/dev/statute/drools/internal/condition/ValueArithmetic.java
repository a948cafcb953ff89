package dev.statute.drools.internal.condition;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Arithmetic of values, with the semantics of the rule engine. */
final class ValueArithmetic {
  private static final Set<String> OPERATORS = Set.of("+", "-", "*", "/", "%");

  private ValueArithmetic() {}

  static boolean isOperator(String operator) {
    return OPERATORS.contains(operator);
  }

  static Object negate(@Nullable Object value) {
    if (value instanceof Double number) {
      return -number;
    }
    if (value instanceof Integer number) {
      return -number;
    }
    return value instanceof Long number ? (Object) (-number) : SymbolicValue.UNKNOWN;
  }

  /** Computes a number or a text; {@link SymbolicValue#UNKNOWN} for a division of whole numbers. */
  static Object compute(String operator, @Nullable Object left, @Nullable Object right) {
    if (left instanceof SymbolicValue || right instanceof SymbolicValue) {
      return SymbolicValue.UNKNOWN;
    }
    if (operator.equals("+") && (left instanceof String || right instanceof String)) {
      return String.valueOf(left) + right;
    }
    if (!(left instanceof Number a) || !(right instanceof Number b)) {
      return SymbolicValue.UNKNOWN;
    }
    return ValueComparison.isFraction(a) || ValueComparison.isFraction(b)
        ? fraction(operator, a.doubleValue(), b.doubleValue())
        : whole(operator, a.longValue(), b.longValue());
  }

  private static Object fraction(String operator, double x, double y) {
    return switch (operator) {
      case "+" -> x + y;
      case "-" -> x - y;
      case "*" -> x * y;
      case "/" -> x / y;
      default -> x % y;
    };
  }

  private static Object whole(String operator, long x, long y) {
    return switch (operator) {
      case "+" -> x + y;
      case "-" -> x - y;
      case "*" -> x * y;
      default -> SymbolicValue.UNKNOWN;
    };
  }
}
