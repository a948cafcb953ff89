package dev.statute.session;

import dev.statute.json.OutputLines;
import dev.statute.problem.Problem;
import dev.statute.session.internal.CompositeListener;
import dev.statute.session.internal.JsonSessionListener;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Is told what happens in a {@link ChartSession}, in order. {@code line} is the number of the input
 * line that caused it, 0 for the start; {@code at} is the session's clock.
 */
public interface SessionListener {
  /** A step was made: by the line itself, or by what followed from it. */
  default void step(int line, Instant at, Step step) {}

  /**
   * What every rule made of the step that is told next, or of the question; only where explanations
   * are wanted.
   */
  default void explained(int line, Instant at, ExplainedStep explained) {}

  /** An instance goes on that was kept somewhere. */
  default void resumed(Instant at, List<String> configuration) {}

  /** Time has passed; the timers that fired on the way were told before. */
  default void advanced(int line, Instant at, Duration by, List<String> configuration) {}

  /** The line describes the session. */
  default void described(int line, Instant at, List<String> configuration) {}

  /** The line was not understood and is skipped. */
  default void unreadable(int line, Instant at, Problem problem, List<String> configuration) {}

  /** What may be asked of the instance now. */
  default void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {}

  /** The outcome that {@code about} would have; nothing changed. */
  default void can(int line, Instant at, Input about, Outcome would, List<String> configuration) {}

  /** The progress counters by name. */
  default void progress(
      int line, Instant at, Map<String, ?> counters, List<String> configuration) {}

  /** Whether the agent is stuck, and why. */
  default void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {}

  /**
   * Writes the lines of {@code run --output jsonl}.
   *
   * @param to is given each line, without its end
   */
  static SessionListener json(OutputLines lines, Consumer<String> to) {
    return new JsonSessionListener(lines, to);
  }

  /** Notifies all of these, in this order. */
  static SessionListener all(SessionListener... witnesses) {
    return new CompositeListener(List.of(witnesses));
  }
}
