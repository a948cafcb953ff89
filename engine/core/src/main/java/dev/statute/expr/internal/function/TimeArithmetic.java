package dev.statute.expr.internal.function;

import dev.statute.expr.ValueLimits;
import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations and timestamps of CEL: durations within ±315,576,000,000 s, timestamps from year 1 to
 * 9999, both in nanoseconds.
 */
final class TimeArithmetic {
  private static final Duration MAX_NANOS = Duration.ofNanos(Long.MAX_VALUE);
  private static final Duration MIN_NANOS = Duration.ofNanos(Long.MIN_VALUE);
  private static final Pattern DURATION_PART =
      Pattern.compile("(\\d+)(?:\\.(\\d+))?(h|ms|m|s|us|\u00b5s|\u03bcs|ns)");

  private TimeArithmetic() {}

  static Duration plus(Duration a, Duration b, int at) {
    return checkRange(a.plus(b), at);
  }

  static Duration minus(Duration a, Duration b, int at) {
    return checkRange(a.minus(b), at);
  }

  /** Returns the difference, at most the 292 years that fit an int of nanoseconds, as in CEL. */
  static Duration between(Instant later, Instant earlier, int at) {
    Duration between = Duration.between(earlier, later);
    if (between.compareTo(MAX_NANOS) > 0 || between.compareTo(MIN_NANOS) < 0) {
      throw EvaluationErrors.overflow(later + " - " + earlier, at);
    }
    return between;
  }

  static Instant plus(Instant time, Duration duration, int at) {
    try {
      return checkRange(time.plus(duration), at);
    } catch (DateTimeException | ArithmeticException e) {
      throw EvaluationErrors.overflow("a timestamp", at);
    }
  }

  static Instant minus(Instant time, Duration duration, int at) {
    return plus(time, duration.negated(), at);
  }

  private static Duration checkRange(Duration duration, int at) {
    if (!ValueLimits.allows(duration)) {
      throw EvaluationErrors.overflow("the duration " + duration, at);
    }
    return duration;
  }

  private static Instant checkRange(Instant time, int at) {
    if (!ValueLimits.allows(time)) {
      throw EvaluationErrors.overflow("the timestamp " + time, at);
    }
    return time;
  }

  static Instant timestamp(long epochSecond, int at) {
    try {
      return checkRange(Instant.ofEpochSecond(epochSecond), at);
    } catch (DateTimeException e) {
      throw EvaluationErrors.overflow("the timestamp of " + epochSecond, at);
    }
  }

  static Instant timestamp(String text, int at) {
    try {
      return checkRange(
          OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant(), at);
    } catch (DateTimeException e) {
      throw EvaluationErrors.format("a timestamp (such as 2026-01-31T12:00:00Z)", text, at);
    }
  }

  /** Parses a duration in Go's format: {@code 1h30m}, {@code -1.5s}, {@code 0}. */
  static Duration duration(String text, int at) {
    boolean negative = text.startsWith("-");
    int next = negative || text.startsWith("+") ? 1 : 0;
    if (text.substring(next).equals("0")) {
      return Duration.ZERO;
    }
    if (next == text.length()) {
      throw invalidDuration(text, at);
    }
    Duration sum = Duration.ZERO;
    Matcher part = DURATION_PART.matcher(text);
    while (next < text.length()) {
      part.region(next, text.length());
      if (!part.lookingAt()) {
        throw invalidDuration(text, at);
      }
      sum = plusPart(sum, part, text, at);
      next = part.end();
    }
    if (!ValueLimits.allows(sum)) {
      throw invalidDuration(text, at);
    }
    return negative ? sum.negated() : sum;
  }

  private static Duration plusPart(Duration sum, Matcher part, String text, int at) {
    String whole = part.group(1);
    String fraction = part.group(2) == null ? "" : part.group(2);
    ChronoUnit unit =
        switch (part.group(3)) {
          case "h" -> ChronoUnit.HOURS;
          case "m" -> ChronoUnit.MINUTES;
          case "s" -> ChronoUnit.SECONDS;
          case "ms" -> ChronoUnit.MILLIS;
          case "ns" -> ChronoUnit.NANOS;
          default -> ChronoUnit.MICROS;
        };
    try {
      Duration longer = sum.plus(unit.getDuration().multipliedBy(Long.parseLong(whole)));
      if (fraction.isEmpty()) {
        return longer;
      }
      BigDecimal nanos =
          new BigDecimal("0." + fraction)
              .multiply(BigDecimal.valueOf(unit.getDuration().toNanos()));
      return longer.plusNanos(nanos.longValue());
    } catch (ArithmeticException | NumberFormatException e) {
      throw invalidDuration(text, at);
    }
  }

  private static EvaluationException invalidDuration(String text, int at) {
    return EvaluationErrors.format(
        "a duration (such as 1h30m or 1.5s) of at most 10,000 years", text, at);
  }

  /** Formats seconds, with a fraction of 3, 6 or 9 digits if not zero. */
  static String text(Duration duration) {
    long seconds = duration.getSeconds();
    int nanos = duration.getNano();
    String sign = "";
    if (duration.isNegative()) {
      sign = "-";
      seconds = nanos == 0 ? -seconds : -seconds - 1;
      nanos = nanos == 0 ? 0 : 1_000_000_000 - nanos;
    }
    if (nanos == 0) {
      return sign + seconds + "s";
    }
    String fraction =
        nanos % 1_000_000 == 0
            ? pad(nanos / 1_000_000, 3)
            : nanos % 1000 == 0 ? pad(nanos / 1000, 6) : pad(nanos, 9);
    return sign + seconds + "." + fraction + "s";
  }

  private static String pad(int number, int width) {
    String digits = Integer.toString(number);
    return "0".repeat(width - digits.length()) + digits;
  }
}
