package dev.statute.cli.internal.console;

/** Usage error with its message; the exit code is 2. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
