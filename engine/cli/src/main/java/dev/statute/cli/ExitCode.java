package dev.statute.cli;

/** The exit codes, which scripts rely on. */
final class ExitCode {
  static final int FINE = 0;

  /** Something was found: a file is invalid, a test failed, an agent is stuck. */
  static final int FINDINGS = 1;

  static final int WRONG_USE = 2;
  static final int INTERNAL = 3;

  private ExitCode() {}
}
