package dev.statute.chart.check;

import dev.statute.chart.FieldType;
import dev.statute.chart.TypeDefinition;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /**
   * Part of a value that does not match its type.
   *
   * @param path from the value to the part, such as {@code [2].amount}; empty for the whole value
   * @param expected the declared type of the part; of an undeclared field, that of its row
   * @param found the part; null if it is missing
   */
  public record Mismatch(String path, FieldType expected, @Nullable Object found) {
    private Mismatch within(String step) {
      return new Mismatch(step + path, expected, found);
    }
  }

  /** Returns the expression type of a declared type. */
  public static ValueType expressionType(FieldType type) {
    ValueType element = element(type);
    return type.list() ? ValueType.list(element) : element;
  }

  private static ValueType element(FieldType type) {
    return switch (type.kind()) {
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
      case ROW -> row(rowOf(type));
    };
  }

  private static ValueType row(TypeDefinition type) {
    Map<String, ValueType.Field> fields = new LinkedHashMap<>();
    type.fields()
        .forEach(
            (name, field) ->
                fields.put(name, new ValueType.Field(expressionType(field), field.optional())));
    return ValueType.closed(type.name(), fields);
  }

  private static TypeDefinition rowOf(FieldType type) {
    return Objects.requireNonNull(type.row(), "a row has its type");
  }

  /**
   * Formats the type for messages: a decimal with the form of its values, a row with its fields.
   */
  public static String describe(FieldType type) {
    return type.text()
        + switch (type.kind()) {
          case DECIMAL -> ", an int or exact text such as '12.30'";
          case ROW -> " " + rowOf(type).text();
          default -> "";
        };
  }

  /**
   * Finds the first part of {@code value} that does not match this type; null if all matches. Null
   * matches optional types and {@code any}.
   */
  public static @Nullable Mismatch mismatch(FieldType type, @Nullable Object value) {
    if (value == null && type.optional()) {
      return null;
    }
    if (!type.list()) {
      return type.kind() == FieldType.Kind.ROW && value instanceof Map<?, ?> row
          ? rowMismatch(type, row)
          : matches(type.kind(), value) ? null : new Mismatch("", type, value);
    }
    if (!(value instanceof List<?> list)) {
      return new Mismatch("", type, value);
    }
    FieldType element = type.element();
    for (int i = 0; i < list.size(); i++) {
      Mismatch mismatch = mismatch(element, list.get(i));
      if (mismatch != null) {
        return mismatch.within("[" + i + "]");
      }
    }
    return null;
  }

  private static @Nullable Mismatch rowMismatch(FieldType type, Map<?, ?> row) {
    Map<String, FieldType> fields = rowOf(type).fields();
    for (Map.Entry<String, FieldType> field : fields.entrySet()) {
      Mismatch mismatch = mismatch(field.getValue(), row.get(field.getKey()));
      if (mismatch != null) {
        return mismatch.within("." + field.getKey());
      }
    }
    for (Map.Entry<?, ?> member : row.entrySet()) {
      if (!fields.containsKey(String.valueOf(member.getKey()))) {
        return new Mismatch("." + member.getKey(), type, member.getValue());
      }
    }
    return null;
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
      case ROW -> false;
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
      FieldType element = type.element();
      List<@Nullable Object> converted = new ArrayList<>(list.size());
      list.forEach(each -> converted.add(convert(element, each)));
      return converted.equals(list) ? list : Collections.unmodifiableList(converted);
    }
    if (!type.list() && type.kind() == FieldType.Kind.ROW && value instanceof Map<?, ?> row) {
      Map<String, @Nullable Object> converted = new LinkedHashMap<>();
      Map<String, FieldType> fields = rowOf(type).fields();
      row.forEach(
          (name, member) -> {
            FieldType field = fields.get(String.valueOf(name));
            converted.put(String.valueOf(name), field == null ? member : convert(field, member));
          });
      return converted.equals(row) ? row : Collections.unmodifiableMap(converted);
    }
    return type.list() ? value : convert(type.kind(), value);
  }

  private static boolean needsConversion(FieldType.Kind kind) {
    return kind == FieldType.Kind.INT
        || kind == FieldType.Kind.NUMBER
        || kind == FieldType.Kind.DECIMAL
        || kind == FieldType.Kind.TIMESTAMP
        || kind == FieldType.Kind.DURATION
        || kind == FieldType.Kind.ROW;
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
