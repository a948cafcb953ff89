package dev.statute.chart.check;

import dev.statute.chart.FieldType;
import dev.statute.expr.DecimalFormat;
import dev.statute.expr.DurationFormat;
import dev.statute.expr.ValueLimits;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.problem.VisibleText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Semantics of declared types for the expression checker and for values from JSON or YAML. A
 * timestamp is RFC 3339 text or an {@link Instant}, a duration a literal or a {@link Duration}, a
 * uuid its text, a decimal its text or a {@link BigDecimal}. An int is accepted for a number and
 * for a decimal, but not the reverse; a double is no decimal, because it is not exact.
 */
public final class FieldTypes {
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private FieldTypes() {}

  /** Returns the expression type of a declared type. */
  public static ValueType expressionType(FieldType type) {
    return type.list() ? ValueType.list(element(type.kind())) : element(type.kind());
  }

  private static ValueType element(FieldType.Kind kind) {
    return switch (kind) {
      case STRING, UUID -> ValueType.STRING;
      case INT -> ValueType.INT;
      case NUMBER -> ValueType.DOUBLE;
      case DECIMAL -> ValueType.DECIMAL;
      case BOOL -> ValueType.BOOL;
      case TIMESTAMP -> ValueType.TIMESTAMP;
      case DURATION -> ValueType.DURATION;
      case LIST -> ValueType.list(ValueType.DYN);
      case MAP -> ValueType.map(ValueType.STRING, ValueType.DYN);
      case ANY -> ValueType.DYN;
    };
  }

  /** Formats the type for messages: a decimal with the form of its values. */
  public static String describe(FieldType type) {
    return type.text()
        + (type.kind() == FieldType.Kind.DECIMAL ? ", an int or exact text such as '12.30'" : "");
  }

  /**
   * Locates the part of {@code value} that does not match this type: null if all matches, empty for
   * the whole value, else the index of the element, such as {@code [2]}. Null matches optional
   * types and {@code any}.
   */
  public static @Nullable String mismatch(FieldType type, @Nullable Object value) {
    if (value == null && type.optional()) {
      return null;
    }
    if (!type.list()) {
      return matches(type.kind(), value) ? null : "";
    }
    if (!(value instanceof List<?> list)) {
      return "";
    }
    for (int i = 0; i < list.size(); i++) {
      if (!matches(type.kind(), list.get(i))) {
        return "[" + i + "]";
      }
    }
    return null;
  }

  /** Returns the part that {@link #mismatch} located: the value itself or an element. */
  public static @Nullable Object mismatchedPart(@Nullable Object value, String mismatch) {
    return mismatch.isEmpty() || !(value instanceof List<?> list)
        ? value
        : list.get(Integer.parseInt(mismatch.substring(1, mismatch.length() - 1)));
  }

  private static boolean matches(FieldType.Kind kind, @Nullable Object value) {
    return switch (kind) {
      case ANY -> true;
      case STRING -> value instanceof String;
      case BOOL -> value instanceof Boolean;
      case INT -> value instanceof Long || value instanceof Integer;
      case NUMBER -> value instanceof Number && !(value instanceof BigDecimal);
      case DECIMAL -> DecimalFormat.convert(value) != null;
      case UUID -> value instanceof String text && UUID.matcher(text).matches();
      case TIMESTAMP ->
          value instanceof Instant || (value instanceof String text && timestamp(text) != null);
      case DURATION ->
          value instanceof Duration
              || (value instanceof String text && DurationFormat.parse(text) != null);
      case LIST -> value instanceof List;
      case MAP -> value instanceof Map;
    };
  }

  /** Formats a value for messages, shortened. */
  public static String describe(@Nullable Object value) {
    if (value instanceof String text) {
      return "the text '" + VisibleText.shorten(text, 40) + "'";
    }
    if (value instanceof List<?> list) {
      return "a list of " + list.size();
    }
    if (value instanceof BigDecimal decimal) {
      return DecimalFormat.format(decimal);
    }
    return value instanceof Map<?, ?> map ? "a map of " + map.size() : String.valueOf(value);
  }

  /** Converts a value that matches the type to its expression representation. */
  public static @Nullable Object convert(FieldType type, @Nullable Object value) {
    if (type.list() && value instanceof List<?> list && needsConversion(type.kind())) {
      List<@Nullable Object> converted = new ArrayList<>(list.size());
      list.forEach(element -> converted.add(convert(type.kind(), element)));
      return Collections.unmodifiableList(converted);
    }
    return type.list() ? value : convert(type.kind(), value);
  }

  private static boolean needsConversion(FieldType.Kind kind) {
    return kind == FieldType.Kind.INT
        || kind == FieldType.Kind.NUMBER
        || kind == FieldType.Kind.DECIMAL
        || kind == FieldType.Kind.TIMESTAMP
        || kind == FieldType.Kind.DURATION;
  }

  private static @Nullable Object convert(FieldType.Kind kind, @Nullable Object value) {
    if (kind == FieldType.Kind.INT && value instanceof Integer number) {
      return number.longValue();
    }
    if (kind == FieldType.Kind.NUMBER && value instanceof Number number) {
      return number instanceof Double ? number : (Object) number.doubleValue();
    }
    if (kind == FieldType.Kind.DECIMAL && value != null) {
      return DecimalFormat.convert(value);
    }
    if (kind == FieldType.Kind.TIMESTAMP && value instanceof String text) {
      return timestamp(text);
    }
    if (kind == FieldType.Kind.DURATION && value instanceof String text) {
      return DurationFormat.parse(text);
    }
    return value;
  }

  private static @Nullable Instant timestamp(String text) {
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      return ValueLimits.allows(time) ? time : null;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
