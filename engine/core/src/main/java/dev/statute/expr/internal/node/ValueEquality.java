package dev.statute.expr.internal.node;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Equality of CEL and other operations common to all values. */
public final class ValueEquality {
  private ValueEquality() {}

  /** Boxes the result of {@link ExpressionNode#evalTagged}. */
  public static @Nullable Object box(int tag, EvaluationFrame frame) {
    return box(tag, frame.longValue, frame.doubleValue, frame.objectValue);
  }

  /** Boxes a result whose registers were saved. */
  public static @Nullable Object box(int tag, long whole, double real, @Nullable Object other) {
    return tag == EvaluationFrame.LONG
        ? (Object) whole
        : tag == EvaluationFrame.DOUBLE ? (Object) real : other;
  }

  /** Boxes a result for a lookup; a whole double becomes an int. */
  static @Nullable Object lookupKey(int tag, EvaluationFrame frame) {
    return tag == EvaluationFrame.DOUBLE ? lookupKey(frame.doubleValue) : box(tag, frame);
  }

  public static Object lookupKey(double number) {
    long whole = (long) number;
    return whole == number && whole != Long.MAX_VALUE ? (Object) whole : (Object) number;
  }

  public static boolean equal(
      EvaluationFrame frame, @Nullable Object a, @Nullable Object b, int at) {
    if (a instanceof Number x) {
      return b instanceof Number y && numbersEqual(x, y);
    }
    if (a instanceof String x) {
      return b instanceof String y && textsEqual(frame, x, y, at);
    }
    if (a instanceof List<?> x) {
      return b instanceof List<?> y && x.size() == y.size() && listsEqual(frame, x, y, at);
    }
    if (a instanceof Map<?, ?> x) {
      return b instanceof Map<?, ?> y && x.size() == y.size() && mapsEqual(frame, x, y, at);
    }
    return Objects.equals(a, b);
  }

  /** Tests if a value is a decimal that equals an int. */
  public static boolean isEqual(long whole, @Nullable Object value) {
    return value instanceof BigDecimal decimal && decimal.compareTo(BigDecimal.valueOf(whole)) == 0;
  }

  /** Compares by value; a decimal never equals a double. */
  private static boolean numbersEqual(Number a, Number b) {
    if (a instanceof BigDecimal decimal) {
      return b instanceof BigDecimal other
          ? decimal.compareTo(other) == 0
          : b instanceof Long whole && isEqual(whole, decimal);
    }
    if (a instanceof Long whole) {
      return b instanceof Long other
          ? whole.longValue() == other.longValue()
          : b instanceof BigDecimal
              ? isEqual(whole, b)
              : NumberComparison.compare(whole, b.doubleValue()) == 0;
    }
    return b instanceof Long whole
        ? NumberComparison.compare(whole, a.doubleValue()) == 0
        : !(b instanceof BigDecimal) && a.doubleValue() == b.doubleValue();
  }

  private static boolean textsEqual(EvaluationFrame frame, String a, String b, int at) {
    if (a.length() != b.length()) {
      return false;
    }
    frame.chargeText(a.length(), at);
    return a.equals(b);
  }

  private static boolean listsEqual(EvaluationFrame frame, List<?> a, List<?> b, int at) {
    frame.charge(a.size(), at);
    Iterator<?> other = b.iterator();
    for (Object element : a) {
      if (!equal(frame, element, other.next(), at)) {
        return false;
      }
    }
    return true;
  }

  private static boolean mapsEqual(EvaluationFrame frame, Map<?, ?> a, Map<?, ?> b, int at) {
    frame.charge(a.size(), at);
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      Object value = b.get(entry.getKey());
      if ((value == null && !b.containsKey(entry.getKey()))
          || !equal(frame, entry.getValue(), value, at)) {
        return false;
      }
    }
    return true;
  }

  static EvaluationException noFieldsError(@Nullable Object target, String field, int at) {
    return EvaluationErrors.missingKey(
        "field '" + field + "' in " + EvaluationErrors.describe(target), at);
  }
}
