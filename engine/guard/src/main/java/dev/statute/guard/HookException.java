package dev.statute.guard;

/** Hook that could not be answered, although its payload was valid; the call was not judged. */
public final class HookException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  HookException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Code of the outcome, such as {@code store} or {@code mailbox-full}. */
  public String code() {
    return code;
  }
}
