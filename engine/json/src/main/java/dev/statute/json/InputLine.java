package dev.statute.json;

import dev.statute.problem.Problem;
import dev.statute.step.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of {@code run --events}, {@code scan} or a log, understood. */
public sealed interface InputLine {
  /** Number of the line, from 1; blank lines count. */
  int number();

  /** What the line sets the clock to before it is handled; null = nothing. */
  @Nullable Instant at();

  /** An event, a move or a record. */
  record Submit(int number, @Nullable Instant at, Input input) implements InputLine {}

  /** Lets time pass: {@code by}, after {@code at}. A line of nothing but {@code at} is by zero. */
  record Advance(int number, @Nullable Instant at, Duration by) implements InputLine {}

  /**
   * A question; it changes nothing.
   *
   * @param kind {@code enabled}, {@code can}, {@code progress} or {@code stuck}
   * @param about what {@code can} asks; null for the others
   */
  record Query(int number, @Nullable Instant at, String kind, @Nullable Input about)
      implements InputLine {}

  /** Describes a recorded session and changes nothing. */
  record Meta(int number, @Nullable Instant at, Map<String, ?> fields) implements InputLine {}

  /** Could not be understood and is skipped. */
  record Unreadable(int number, Problem problem) implements InputLine {
    @Override
    public @Nullable Instant at() {
      return null;
    }
  }
}
