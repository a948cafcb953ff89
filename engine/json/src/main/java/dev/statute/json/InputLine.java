package dev.statute.json;

import dev.statute.problem.Problem;
import dev.statute.step.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parsed line of {@code run --events}, {@code scan} or a log. */
public sealed interface InputLine {
  /** Number of the line, from 1; blank lines count. */
  int number();

  /** Time to set the clock to before the line is handled; null = unchanged. */
  @Nullable Instant at();

  /** Event, move or record. */
  record Submit(int number, @Nullable Instant at, Input input) implements InputLine {}

  /**
   * Advance of time: {@code by}, after {@code at}. For a line with {@code at} alone, {@code by} is
   * zero.
   */
  record Advance(int number, @Nullable Instant at, Duration by) implements InputLine {}

  /**
   * Query, which changes no state.
   *
   * @param kind {@code enabled}, {@code can}, {@code progress} or {@code stuck}
   * @param about input of {@code can}; null for the others
   */
  record Query(int number, @Nullable Instant at, String kind, @Nullable Input about)
      implements InputLine {}

  /** Description of a recorded session, which changes no state. */
  record Meta(int number, @Nullable Instant at, Map<String, ?> fields) implements InputLine {}

  /** Line that was not understood and is skipped. */
  record Unreadable(int number, Problem problem) implements InputLine {
    @Override
    public @Nullable Instant at() {
      return null;
    }
  }
}
