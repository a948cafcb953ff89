package dev.statute.chart;

/**
 * The declared type of a payload field or data item, as charts write it: {@code string}, {@code
 * int?}, {@code [uuid]}.
 *
 * @param kind the type itself; of a list, of its elements
 * @param list whether it is a list of {@code kind}
 * @param optional whether it may be absent (or null)
 */
public record FieldType(Kind kind, boolean list, boolean optional) {
  /** The words a chart may use. */
  public enum Kind {
    STRING,
    INT,
    NUMBER,
    BOOL,
    UUID,
    TIMESTAMP,
    DURATION,
    LIST,
    MAP,
    ANY
  }

  /** The type of the elements of a list of one kind. */
  public FieldType element() {
    return new FieldType(kind, false, false);
  }
}
