package dev.statute.expr.internal.code;

import dev.statute.expr.EvaluationException;
import dev.statute.expr.EvaluationException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What goes wrong at run time, in words. */
final class EvaluationErrors {
  private static final int SHOWN = 40;

  private EvaluationErrors() {}

  static EvaluationException expected(String what, @Nullable Object found, int at) {
    return new EvaluationException(
        Kind.NO_SUCH_OVERLOAD, "expected " + what + ", found " + show(found), at);
  }

  static EvaluationException operands(
      String operator, @Nullable Object left, @Nullable Object right, int at) {
    boolean numbers = left instanceof Number && right instanceof Number;
    return new EvaluationException(
        Kind.NO_SUCH_OVERLOAD,
        "'"
            + operator
            + "' is not defined for "
            + kind(left)
            + " and "
            + kind(right)
            + (numbers ? ": convert one with int() or double()" : ""),
        at);
  }

  static EvaluationException noKey(String key, int at) {
    return new EvaluationException(Kind.NO_SUCH_KEY, "there is no " + key, at);
  }

  static EvaluationException overflow(String what, int at) {
    return new EvaluationException(Kind.OVERFLOW, what + " is out of range", at);
  }

  static EvaluationException format(String what, String text, int at) {
    return new EvaluationException(Kind.BAD_FORMAT, show(text) + " is not " + what, at);
  }

  /** The name of a value's type. */
  static String kind(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Boolean) {
      return "bool";
    }
    if (value instanceof Long) {
      return "int";
    }
    if (value instanceof Double) {
      return "number";
    }
    if (value instanceof String) {
      return "string";
    }
    if (value instanceof Duration) {
      return "duration";
    }
    if (value instanceof Instant) {
      return "timestamp";
    }
    if (value instanceof List) {
      return "list";
    }
    return value instanceof Map ? "map" : "something else";
  }

  /** Type and value, shortened. */
  static String show(@Nullable Object value) {
    if (value == null || value instanceof List || value instanceof Map) {
      return kind(value);
    }
    if (value instanceof String text) {
      String part = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
      return "string '" + part + "'";
    }
    return kind(value) + " " + value;
  }
}
