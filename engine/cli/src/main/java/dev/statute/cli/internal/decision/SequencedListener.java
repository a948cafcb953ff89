package dev.statute.cli.internal.decision;

import dev.statute.session.SessionListener;
import dev.statute.step.Step;
import java.time.Instant;

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

  @Override
  public void step(int line, Instant at, Step step) {
    seq++;
    onOutput(line, at);
  }

  @Override
  public final void otherOutput(int line, Instant at) {
    if (!stepsOnly) {
      seq++;
      onOutput(line, at);
    }
  }
}
