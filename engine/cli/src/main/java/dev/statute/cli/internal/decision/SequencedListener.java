package dev.statute.cli.internal.decision;

import dev.statute.problem.Problem;
import dev.statute.session.SessionListener;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Listener that numbers a session's output from 0: like the lines of {@code run --output jsonl}, or
 * only the steps, as in a decision log.
 */
public class SequencedListener implements SessionListener {
  private final boolean stepsOnly;
  private long seq = -1;

  public SequencedListener(boolean stepsOnly) {
    this.stepsOnly = stepsOnly;
  }

  /** Number of the current output. */
  public final long seq() {
    return seq;
  }

  /** Reports an output with a line of its own. */
  public void onOutput(int line, Instant at) {}

  private void advance(int line, Instant at) {
    if (!stepsOnly) {
      seq++;
      onOutput(line, at);
    }
  }

  @Override
  public void step(int line, Instant at, Step step) {
    seq++;
    onOutput(line, at);
  }

  @Override
  public final void advanced(int line, Instant at, Duration by, List<String> configuration) {
    advance(line, at);
  }

  @Override
  public final void described(int line, Instant at, List<String> configuration) {
    advance(line, at);
  }

  @Override
  public final void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    advance(line, at);
  }

  @Override
  public final void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    advance(line, at);
  }

  @Override
  public final void can(
      int line, Instant at, Input about, Outcome would, List<String> configuration) {
    advance(line, at);
  }

  @Override
  public final void progress(
      int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    advance(line, at);
  }

  @Override
  public final void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    advance(line, at);
  }
}
