package dev.statute.expr.internal.node;

import dev.statute.expr.DecimalFormat;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import dev.statute.problem.VisibleText;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Factory of evaluation errors. */
public final class EvaluationErrors {
  private static final int MAX_SHOWN = 40;
  private static final Map<Class<?>, String> NAMES =
      Map.of(
          Boolean.class, "bool",
          Long.class, "int",
          Double.class, "number",
          BigDecimal.class, "decimal",
          String.class, "string",
          Duration.class, "duration",
          Instant.class, "timestamp");

  private EvaluationErrors() {}

  public static EvaluationException expected(String what, @Nullable Object found, int at) {
    return new EvaluationException(
        Kind.NO_SUCH_OVERLOAD, "expected " + what + ", found " + describe(found), at);
  }

  public static EvaluationException operands(
      String operator, @Nullable Object left, @Nullable Object right, int at) {
    String types = typeName(left) + " and " + typeName(right);
    boolean numbers = left instanceof Number && right instanceof Number;
    String advice = numbers ? ": convert one with int(), double() or decimal()" : "";
    return new EvaluationException(
        Kind.NO_SUCH_OVERLOAD, "'" + operator + "' is not defined for " + types + advice, at);
  }

  static EvaluationException missingKey(String key, int at) {
    return new EvaluationException(Kind.NO_SUCH_KEY, "there is no " + key, at);
  }

  public static EvaluationException overflow(String what, int at) {
    return new EvaluationException(Kind.OVERFLOW, what + " is out of range", at);
  }

  public static EvaluationException format(String what, String text, int at) {
    return new EvaluationException(Kind.BAD_FORMAT, describe(text) + " is not " + what, at);
  }

  /** Returns the type name of a value. */
  static String typeName(@Nullable Object value) {
    if (value == null || value instanceof List) {
      return value == null ? "null" : "list";
    }
    return value instanceof Map ? "map" : NAMES.getOrDefault(value.getClass(), "something else");
  }

  /** Formats type and value, shortened. */
  static String describe(@Nullable Object value) {
    if (value == null || value instanceof List || value instanceof Map) {
      return typeName(value);
    }
    Object shown = value instanceof BigDecimal decimal ? DecimalFormat.format(decimal) : value;
    return value instanceof String text
        ? "string '" + VisibleText.shorten(text, MAX_SHOWN) + "'"
        : typeName(value) + " " + shown;
  }
}
