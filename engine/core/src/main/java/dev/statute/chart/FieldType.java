package dev.statute.chart;

import java.util.Locale;

/**
 * Declared type of a payload field or data item, written {@code string}, {@code int?}, {@code
 * [uuid]}.
 *
 * @param kind the base type; of a list, that of its elements
 * @param list whether it is a list of {@code kind}
 * @param optional whether it may be absent (or null)
 */
public record FieldType(Kind kind, boolean list, boolean optional) {
  /** Base types, named as in charts. */
  public enum Kind {
    STRING,
    INT,
    NUMBER,
    DECIMAL,
    BOOL,
    UUID,
    TIMESTAMP,
    DURATION,
    LIST,
    MAP,
    ANY
  }

  /** Returns the type as written in charts. */
  public String text() {
    String word = kind.name().toLowerCase(Locale.ROOT);
    return (list ? "[" + word + "]" : word) + (optional ? "?" : "");
  }

  /** Returns the type of the elements of this list. */
  public FieldType element() {
    return new FieldType(kind, false, false);
  }
}
