package dev.statute.cli.internal.console;

/** Exit codes, a contract for scripts. */
public final class ExitCode {
  public static final int SUCCESS = 0;

  /** Findings: a file is invalid, a test failed, an agent is stuck. */
  public static final int FINDINGS = 1;

  public static final int USAGE = 2;
  public static final int INTERNAL = 3;

  private ExitCode() {}
}
