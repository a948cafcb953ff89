package dev.statute.expr;

/**
 * An evaluation that has no value: what CEL calls an error. It carries no stack trace, as it is an
 * outcome and no bug.
 */
public final class EvaluationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final int offset;

  /**
   * @param message what is, naming the values
   * @param offset of the character in the source that failed, from 0
   */
  public EvaluationException(Kind kind, String message, int offset) {
    super(message, null, false, false);
    this.kind = kind;
    this.offset = offset;
  }

  /** The same of a source in which this one stands {@code by} characters further on. */
  EvaluationException shift(int by) {
    return new EvaluationException(kind, String.valueOf(getMessage()), offset + by);
  }

  public Kind kind() {
    return kind;
  }

  /** Which character of the source failed, from 0. */
  public int offset() {
    return offset;
  }

  /** The kinds of errors that CEL tells apart, and {@link #LIMIT}. */
  public enum Kind {
    /** An operation on values it is not defined for. */
    NO_SUCH_OVERLOAD,
    /** A field or key that the map does not have. */
    NO_SUCH_KEY,
    INDEX_OUT_OF_BOUNDS,
    DIVIDE_BY_ZERO,
    /** A number, duration or timestamp out of range. */
    OVERFLOW,
    /** A text that is not what it is converted to. */
    BAD_FORMAT,
    INVALID_ARGUMENT,
    /** One key twice in a map literal. */
    DUPLICATE_KEY,
    /** More work, or a larger result, than an expression may ask for. */
    LIMIT
  }
}
