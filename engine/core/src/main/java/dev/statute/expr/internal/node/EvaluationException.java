package dev.statute.expr.internal.node;

/** Evaluation error in the sense of CEL. Has no stack trace, as it is a regular result. */
public final class EvaluationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final int offset;

  /**
   * Creates an error.
   *
   * @param message description with the values involved
   * @param offset offset into the source of the failed character, from 0
   */
  public EvaluationException(Kind kind, String message, int offset) {
    super(message, null, false, false);
    this.kind = kind;
    this.offset = offset;
  }

  /** Returns a copy with an offset increased by {@code by}. */
  public EvaluationException shift(int by) {
    return new EvaluationException(kind, String.valueOf(getMessage()), offset + by);
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the offset into the source of the failed character, from 0. */
  public int offset() {
    return offset;
  }

  /** Kinds of CEL errors, and {@link #LIMIT}. */
  public enum Kind {
    /** Operation undefined for its operands. */
    NO_SUCH_OVERLOAD,
    /** Missing field or key. */
    NO_SUCH_KEY,
    INDEX_OUT_OF_BOUNDS,
    DIVIDE_BY_ZERO,
    /** Number, duration or timestamp out of range. */
    OVERFLOW,
    /** Text that cannot be converted. */
    BAD_FORMAT,
    INVALID_ARGUMENT,
    /** Duplicate key in a map literal. */
    DUPLICATE_KEY,
    /** Budget or result size exceeded. */
    LIMIT
  }
}
