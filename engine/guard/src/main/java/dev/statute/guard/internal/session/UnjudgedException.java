package dev.statute.guard.internal.session;

/** Input of a supervised session that the engine did not judge, although it was valid. */
public final class UnjudgedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  public UnjudgedException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Code of the outcome, such as {@code store} or {@code mailbox-full}. */
  public String code() {
    return code;
  }
}
