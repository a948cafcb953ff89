package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.ExitCode;
import dev.statute.problem.Problem;
import dev.statute.session.SessionListener;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.List;

/** Listener that detects steps which make the exit code 1. */
public final class ExitCodeListener implements SessionListener {
  private boolean found;

  @Override
  public void step(int line, Instant at, Step step) {
    found |=
        step.outcome() instanceof Outcome.Failed || !step.outcome().trace().findings().isEmpty();
  }

  @Override
  public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    found = true;
  }

  public int exitCode() {
    return found ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  }
}
