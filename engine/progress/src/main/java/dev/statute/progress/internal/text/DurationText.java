package dev.statute.progress.internal.text;

import dev.statute.expr.DurationFormat;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Durations of records and settings: a duration value or a text such as {@code 1h30m}. */
public final class DurationText {
  private DurationText() {}

  /** Returns milliseconds, or -1 if the value is no duration; a number, without a unit, is none. */
  public static long millis(@Nullable Object value) {
    if (value instanceof Duration duration) {
      return duration.isNegative() ? -1 : duration.toMillis();
    }
    Duration parsed = value instanceof String text ? DurationFormat.parse(text.strip()) : null;
    return parsed == null ? -1 : parsed.toMillis();
  }
}
