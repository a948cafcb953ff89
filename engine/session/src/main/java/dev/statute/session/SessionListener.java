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
 * Listener of the steps of a {@link ChartSession}, in their order. {@code line} is the number of
 * the input line that caused the step, 0 for the start; {@code at} is the session's clock.
 */
public interface SessionListener {
  /** Reports a step, caused by the line itself or by a consequence of it. */
  default void step(int line, Instant at, Step step) {}

  /**
   * Reports the effect of every rule on the next reported step or query; only if explanations are
   * enabled.
   */
  default void explained(int line, Instant at, ExplainedStep explained) {}

  /** Reports that a persistent instance was resumed. */
  default void resumed(Instant at, List<String> configuration) {}

  /** Reports an output that is no step; each of the methods below calls it by default. */
  default void otherOutput(int line, Instant at) {}

  /** Reports an advance of the clock; timers that fired were reported before. */
  default void advanced(int line, Instant at, Duration by, List<String> configuration) {
    otherOutput(line, at);
  }

  /** Reports a line that describes the session. */
  default void described(int line, Instant at, List<String> configuration) {
    otherOutput(line, at);
  }

  /** Reports a line that was not understood and is skipped. */
  default void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    otherOutput(line, at);
  }

  /** Reports the currently enabled inputs. */
  default void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    otherOutput(line, at);
  }

  /** Reports the outcome that {@code about} would have; no state changed. */
  default void can(int line, Instant at, Input about, Outcome would, List<String> configuration) {
    otherOutput(line, at);
  }

  /** Reports phases, blockers and changed files. */
  default void phases(int line, Instant at, Map<String, ?> phases, List<String> configuration) {}

  /** Reports the progress counters by name. */
  default void progress(int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    otherOutput(line, at);
  }

  /** Reports if the agent is stuck, and why. */
  default void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    otherOutput(line, at);
  }

  /**
   * Creates a listener that writes the lines of {@code run --output jsonl}.
   *
   * @param to receives each line, without its end
   */
  static SessionListener json(OutputLines lines, Consumer<String> to) {
    return new JsonSessionListener(lines, to);
  }

  /** Creates a listener that notifies all of these, in this order. */
  static SessionListener all(SessionListener... witnesses) {
    return new CompositeListener(List.of(witnesses));
  }
}
