package dev.statute.drools.internal.condition;

import dev.statute.drools.internal.drl.RegularExpressions;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Comparison of known values, with the semantics of the rule engine. */
final class ValueComparison {
  private ValueComparison() {}

  static TruthValue equal(@Nullable Object left, @Nullable Object right) {
    if (left instanceof Number a && right instanceof Number b) {
      return TruthValue.of(
          (isFraction(a) || isFraction(b))
              ? a.doubleValue() == b.doubleValue()
              : a.longValue() == b.longValue());
    }
    return TruthValue.of(Objects.equals(left, right));
  }

  static boolean isFraction(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  /**
   * Compares numbers.
   *
   * @param unordered the result if one is NaN, an absent number
   */
  static TruthValue order(
      String operator, @Nullable Object left, @Nullable Object right, TruthValue unordered) {
    if (!(left instanceof Number a) || !(right instanceof Number b)) {
      return TruthValue.UNKNOWN;
    }
    double x = a.doubleValue();
    double y = b.doubleValue();
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return unordered;
    }
    return TruthValue.of(
        switch (operator) {
          case "<" -> x < y;
          case "<=" -> x <= y;
          case ">" -> x > y;
          default -> x >= y;
        });
  }

  /** Tests for a member or a part; unknown if either value, or a member, is. */
  static TruthValue contains(@Nullable Object all, @Nullable Object one) {
    if (one instanceof SymbolicValue) {
      return TruthValue.UNKNOWN;
    }
    if (all instanceof Collection<?> collection && one != null) {
      TruthValue found = TruthValue.FALSE;
      for (Object each : collection) {
        found = found.or(each instanceof SymbolicValue ? TruthValue.UNKNOWN : equal(each, one));
      }
      return found;
    }
    return all instanceof String text && one instanceof String part
        ? TruthValue.of(text.contains(part))
        : TruthValue.UNKNOWN;
  }

  static TruthValue matches(@Nullable Object text, @Nullable Object pattern) {
    return text instanceof String word && pattern instanceof String regex
        ? TruthValue.of(RegularExpressions.matches(regex, word))
        : TruthValue.UNKNOWN;
  }
}
