package dev.statute.progress;

import dev.statute.expr.DurationFormat;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Lengths of time as records and settings give them: {@code 1h30m}, {@code 15m}. */
final class DurationText {
  private DurationText() {}

  /** Milliseconds, or -1 if the value is no length of time; a number has no unit. */
  static long millis(@Nullable Object value) {
    if (value instanceof Duration duration) {
      return duration.isNegative() ? -1 : duration.toMillis();
    }
    Duration said = value instanceof String text ? DurationFormat.parse(text.strip()) : null;
    return said == null ? -1 : said.toMillis();
  }
}
