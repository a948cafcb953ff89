package dev.statute.cli;

/** The command line was used wrongly; the message says how, and the exit code is 2. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
