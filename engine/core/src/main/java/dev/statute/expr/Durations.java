package dev.statute.expr;

import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as charts and the command line write them: {@code 250ms 30s 10m 2h 1d}, several units
 * from large to small ({@code 1h30m}), decimals ({@code 1.5s}) or ISO-8601 ({@code PT10M}). Not
 * negative, to the millisecond, at most 36,500 days. CEL's own {@code duration('1h')} has no days.
 */
public final class Durations {
  private static final Pattern UNITS =
      Pattern.compile(
          "(?:(?<d>[\\d.]+)d)?(?:(?<h>[\\d.]+)h)?(?:(?<m>[\\d.]+)m(?!s))?(?:(?<s>[\\d.]+)s)?(?:(?<ms>\\d+)ms)?");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(?:\\.\\d{1,9})?");
  private static final Pattern SPELLED = Pattern.compile("([\\d.]+)\\s*([A-Za-z]+)");
  private static final Pattern[] WORDS = {
    Pattern.compile("d|days?"),
    Pattern.compile("h|hrs?|hours?"),
    Pattern.compile("m|mins?|minutes?"),
    Pattern.compile("s|secs?|seconds?"),
    Pattern.compile("ms|millis|msecs?|milliseconds?")
  };
  private static final String[] NAMES = {"d", "h", "m", "s", "ms"};
  private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1000, 1};
  private static final Duration MAX = Duration.ofDays(36_500);

  private Durations() {}

  /** The duration that {@code text} says, or null if it says none. */
  public static @Nullable Duration parse(String text) {
    Duration duration = text.startsWith("P") ? iso(text) : units(text);
    return duration == null || duration.isNegative() || duration.compareTo(MAX) > 0
        ? null
        : duration;
  }

  private static @Nullable Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable Duration units(String text) {
    Matcher units = UNITS.matcher(text);
    if (text.isEmpty() || text.length() > 64 || !units.matches()) {
      return null;
    }
    long millis = 0;
    for (int i = 0; i < NAMES.length; i++) {
      String amount = units.group(NAMES[i]);
      if (amount == null) {
        continue;
      }
      if (!DECIMAL.matcher(amount).matches()) {
        return null;
      }
      double exact = Double.parseDouble(amount) * MILLIS[i];
      if (exact > MAX.toMillis()) {
        return null;
      }
      millis += Math.round(exact);
    }
    return Duration.ofMillis(millis);
  }

  /** As {@link #parse(String)}, or null after reporting that it says none. */
  public static @Nullable Duration parse(Text text, Problems problems) {
    Duration duration = parse(text.value());
    if (duration == null) {
      String meant = meant(text.value());
      problems.error(
          "E110",
          text,
          "'" + text.value() + "' is not a duration",
          "write it as " + (meant == null ? "250ms, 30s, 10m, 2h, 1d or 1h30m" : meant));
    }
    return duration;
  }

  /** Whether {@code text} is a number and a word, as a duration is and no expression. */
  public static boolean isSpelled(String text) {
    return SPELLED.matcher(text).matches();
  }

  /** What {@code 10 minutes} would be as a duration; null if that is not known. */
  private static @Nullable String meant(String text) {
    Matcher spelled = SPELLED.matcher(text);
    for (int i = 0; i < WORDS.length && spelled.matches(); i++) {
      if (WORDS[i].matcher(spelled.group(2)).matches()) {
        String meant = spelled.group(1) + NAMES[i];
        return parse(meant) == null ? null : meant;
      }
    }
    return null;
  }

  /**
   * As {@link #parse(String)} reads it, in the largest units: {@code 1h30m}, {@code 250ms}, {@code
   * 0s}.
   */
  public static String format(Duration duration) {
    long left = Math.abs(duration.toMillis());
    if (left == 0) {
      return "0s";
    }
    StringBuilder out = new StringBuilder(duration.isNegative() ? "-" : "");
    for (int i = 0; i < NAMES.length; i++) {
      if (left >= MILLIS[i]) {
        out.append(left / MILLIS[i]).append(NAMES[i]);
        left %= MILLIS[i];
      }
    }
    return out.toString();
  }
}
