package dev.statute.session;

import dev.statute.json.InputLine;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a {@link ChartSession} somewhere that outlives it: asked before a line is handled, and told
 * of steps before anybody else is. What it throws ends the session.
 */
public interface SessionPersistence {
  /** Keeps nothing. */
  SessionPersistence NONE =
      new SessionPersistence() {
        @Override
        public @Nullable Outcome before(InputLine.Submit line, Instant at) {
          return null;
        }

        @Override
        public void keep(List<Step> steps, Instant at) {}
      };

  /** What came of this line when it was handled before; null = it is to be handled now. */
  @Nullable Outcome before(InputLine.Submit line, Instant at);

  /**
   * Keeps what the start, a timer, or the line last asked about came to.
   *
   * @param steps may be none, or a start that was refused
   */
  void keep(List<Step> steps, Instant at);
}
