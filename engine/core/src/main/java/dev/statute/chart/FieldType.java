package dev.statute.chart;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Declared type of a payload field or data item, written {@code string}, {@code int?}, {@code
 * [uuid]}, or with the name of a type of the chart, {@code Payment?}, {@code [Payment]}.
 *
 * @param kind the base type; of a list, that of its elements
 * @param list whether it is a list of {@code kind}
 * @param optional whether it may be absent (or null)
 * @param row of {@link Kind#ROW} the declared type, else null
 */
public record FieldType(Kind kind, boolean list, boolean optional, @Nullable TypeDefinition row) {
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
    ANY,
    /** Map with the fields of a {@link TypeDefinition}. */
    ROW
  }

  /** Creates a type without fields of its own. */
  public FieldType(Kind kind, boolean list, boolean optional) {
    this(kind, list, optional, null);
  }

  /** Returns the type as written in charts. */
  public String text() {
    String word = row != null ? row.name() : kind.name().toLowerCase(Locale.ROOT);
    return (list ? "[" + word + "]" : word) + (optional ? "?" : "");
  }

  /** Returns the type of the elements of this list. */
  public FieldType element() {
    return new FieldType(kind, false, false, row);
  }
}
