package dev.statute.progress;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lengths of time as records give them: {@code 1h30m}, {@code 15m}, seconds as a number. */
final class Spans {
  private static final Pattern PART = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,3})?)(ms|s|m|h|d)");

  private Spans() {}

  /** Milliseconds, or -1 if the value is no length of time. */
  static long millis(@Nullable Object value) {
    if (value instanceof Duration duration) {
      return duration.isNegative() ? -1 : duration.toMillis();
    }
    if (value instanceof Number number) {
      return number.doubleValue() < 0 ? -1 : Math.round(number.doubleValue() * 1000);
    }
    return value instanceof String text ? parse(text.strip()) : -1;
  }

  private static long parse(String text) {
    Matcher part = PART.matcher(text);
    double total = 0;
    int at = 0;
    while (at < text.length()) {
      if (!part.find(at) || part.start() != at) {
        return -1;
      }
      total += Double.parseDouble(part.group(1)) * unit(part.group(2));
      at = part.end();
    }
    return at == 0 ? -1 : Math.round(total);
  }

  private static double unit(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }
}
