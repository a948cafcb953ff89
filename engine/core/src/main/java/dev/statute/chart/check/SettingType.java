package dev.statute.chart.check;

import dev.statute.expr.DurationFormat;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Declarable types of settings. */
enum SettingType {
  BOOL,
  INT,
  DOUBLE,
  TEXT,
  DURATION,
  LIST,
  MAP;

  /** Returns the type for that word; null for unknown words, which the pack reader reports. */
  static @Nullable SettingType of(String word) {
    return Stream.of(values()).filter(type -> type.word().equals(word)).findFirst().orElse(null);
  }

  /** Returns the type's name for messages; {@code double} is called a number. */
  String displayName() {
    return this == DOUBLE ? "number" : word();
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Converts the value to this type; null if it has another. */
  @Nullable Object convert(@Nullable Object value) {
    return switch (this) {
      case BOOL -> value instanceof Boolean ? value : null;
      case INT -> value instanceof Long ? value : null;
      case DOUBLE -> value instanceof Number number ? (Object) number.doubleValue() : null;
      case TEXT -> value instanceof String ? value : null;
      case DURATION ->
          value instanceof Duration
              ? value
              : value instanceof String text ? DurationFormat.parse(text) : null;
      case LIST -> value instanceof List ? value : null;
      case MAP -> value instanceof Map ? value : null;
    };
  }

  /** Interprets an undeclared value; text that is a duration literal becomes a duration. */
  static @Nullable Object interpret(@Nullable Object value) {
    if (value instanceof String text) {
      Duration duration = DurationFormat.parse(text);
      return duration == null ? text : duration;
    }
    return value;
  }

  /** Infers the type of an undeclared value; null for null. */
  static @Nullable SettingType infer(@Nullable Object value) {
    Object plain = interpret(value);
    return Stream.of(values()).filter(type -> type.convert(plain) != null).findFirst().orElse(null);
  }

  /**
   * Parses text of the command line. Lists are separated by commas, with or without brackets; maps
   * are rejected.
   */
  static @Nullable Object parse(@Nullable SettingType type, String text) {
    if (type == TEXT) {
      return text;
    }
    if (type == LIST) {
      String elements = stripDelimiters(text.strip(), '[', ']').strip();
      return elements.isEmpty()
          ? List.of()
          : Stream.of(elements.split(",", -1))
              .map(String::strip)
              .map(SettingType::element)
              .toList();
    }
    Object value = interpret(word(text));
    return type == null ? value : type.convert(value);
  }

  private static Object element(String text) {
    String quoted = stripDelimiters(stripDelimiters(text, '"', '"'), '\'', '\'');
    return quoted.equals(text) ? word(text) : quoted;
  }

  /** Removes the enclosing characters, if present. */
  private static String stripDelimiters(String text, char open, char close) {
    int last = text.length() - 1;
    return last > 0 && text.charAt(0) == open && text.charAt(last) == close
        ? text.substring(1, last)
        : text;
  }

  private static Object word(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    try {
      return text.matches("[+-]?\\d+") ? (Object) Long.parseLong(text) : number(text);
    } catch (NumberFormatException e) {
      return text;
    }
  }

  private static Object number(String text) {
    return text.matches("[+-]?\\d*\\.?\\d+([eE][+-]?\\d+)?") ? (Object) Double.valueOf(text) : text;
  }

  /** Suggests a fix for a value of another type. */
  String suggestFix(@Nullable Object value) {
    return this == DURATION && value != null
        ? DurationFormat.suggestFix(value)
        : "write a value of that type";
  }
}
