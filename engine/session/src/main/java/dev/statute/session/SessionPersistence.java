package dev.statute.session;

import dev.statute.json.InputLine;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Persistence of a {@link ChartSession}: queried before a line is handled, and notified of steps
 * before any listener. An exception ends the session.
 */
public interface SessionPersistence {
  /** Session without persistence. */
  SessionPersistence NONE =
      new SessionPersistence() {
        @Override
        public @Nullable Outcome before(InputLine.Submit line, Instant at) {
          return null;
        }

        @Override
        public void keep(List<Step> steps, Instant at) {}
      };

  /** Earlier result of this line; null = not handled before. */
  @Nullable Outcome before(InputLine.Submit line, Instant at);

  /**
   * Stores the result of the start, a timer, or the last queried line.
   *
   * @param steps may be empty, or a refused start
   */
  void keep(List<Step> steps, Instant at);
}
