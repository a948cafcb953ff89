package dev.statute.cli;

/** The command line was used wrongly; the message says how, and the exit code is 2. */
final class WrongUse extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongUse(String message) {
    super(message);
  }
}
