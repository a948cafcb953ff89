package dev.statute.progress.internal.text;

import dev.statute.expr.DurationFormat;
import dev.statute.problem.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Descriptions of values in messages. */
public final class ValueText {
  private static final int MAX_TEXT = 40;

  private ValueText() {}

  /** Describes a value in a few words, such as {@code the text 'yes'}. */
  public static String describe(@Nullable Object value) {
    if (value == null) {
      return "nothing";
    }
    if (value instanceof String text) {
      return "the text '" + VisibleText.shorten(text, MAX_TEXT) + "'";
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof Duration duration) {
      return "the duration " + DurationFormat.format(duration);
    }
    if (value instanceof Instant) {
      return "the time " + value;
    }
    return value instanceof Map
        ? "a map"
        : value instanceof Collection ? "a list" : "a value that no record can hold";
  }
}
