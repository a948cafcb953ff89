package dev.statute.expr;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Duration literals of charts and the command line: {@code 250ms 30s 10m 2h 1d}, several units from
 * large to small ({@code 1h30m}), decimals ({@code 1.5s}) or ISO-8601 ({@code PT10M}). Not
 * negative, to the millisecond, at most 36,500 days. CEL's own {@code duration('1h')} has no days.
 */
public final class DurationFormat {
  private static final Pattern UNITS =
      Pattern.compile(
          "(?:(?<d>[\\d.]+)d)?(?:(?<h>[\\d.]+)h)?(?:(?<m>[\\d.]+)m(?!s))?(?:(?<s>[\\d.]+)s)?(?:(?<ms>\\d+)ms)?");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(?:\\.\\d{1,9})?");
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(?:\\.\\d+)?");
  private static final Pattern SPELLED =
      Pattern.compile("(?:PT?)?(?:[\\d.]+\\s*[A-Za-z]+(?:\\s*,|\\s+and\\b)?\\s*)+");
  private static final Pattern PART = Pattern.compile("([\\d.]+)\\s*([A-Za-z]+?)T?(?=[^A-Za-z]|$)");

  /** Parts with months, years or a capital M, which may mean months. */
  private static final Pattern CALENDAR =
      Pattern.compile(".*[\\d\\s](?:M|(?i:mo|mon|months?|y|yrs?|years?))(?![A-Za-z]).*");

  private static final Pattern[] WORDS = {
    Pattern.compile("(?i)d|days?"),
    Pattern.compile("(?i)h|hrs?|hours?"),
    Pattern.compile("m|(?i:mins?|minutes?)"),
    Pattern.compile("(?i)s|secs?|seconds?"),
    Pattern.compile("(?i)ms|millis|msecs?|milliseconds?")
  };
  private static final Pattern WEEKS = Pattern.compile("(?i)w|wks?|weeks?");
  private static final String[] NAMES = {"d", "h", "m", "s", "ms"};
  private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1000, 1};
  private static final int MAX_LENGTH = 64;
  private static final Duration MAX = Duration.ofDays(36_500);

  private DurationFormat() {}

  /** Parses a duration; returns null if {@code text} is none. */
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
    if (text.isEmpty() || text.length() > MAX_LENGTH || !units.matches()) {
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

  /** Parses a duration; returns null after reporting a problem. */
  public static @Nullable Duration parse(SourceText text, ProblemCollector problems) {
    Duration duration = parse(text.value());
    if (duration == null) {
      problems.error("E110", text, invalidMessage(text.value()), suggestFix(text.value()));
    }
    return duration;
  }

  /** Returns the message for a value that {@link #parse(String)} rejects. */
  public static String invalidMessage(Object value) {
    return isNumber(value)
        ? "'" + value + "' is a number without a unit, not a duration"
        : "'" + value + "' is not a duration";
  }

  /** Suggests a valid literal; for a number, with the likely units. */
  public static String suggestFix(Object value) {
    String text = String.valueOf(value);
    if (text.startsWith("-")) {
      return "a duration is not negative: write 30s, 10m, 2h or 1d";
    }
    if (isNumber(value)) {
      return withUnits(text);
    }
    String suggested = suggestion(text);
    if (suggested != null) {
      return "write it as " + suggested;
    }
    return isCalendarSpan(text)
        ? "months and years differ in length: write days, such as 30d, or minutes, such as 10m"
        : "write it as 250ms, 30s, 10m, 2h, 1d or 1h30m";
  }

  /** Suggests the likely units of a number; those that would exceed the limit are left out. */
  private static String withUnits(String text) {
    String number = new BigDecimal(text).stripTrailingZeros().toPlainString();
    List<String> likely =
        (number.length() < 4 ? Stream.of("s", "m", "h", "d") : Stream.of("ms", "s"))
            .map(unit -> number + unit)
            .filter(written -> parse(written) != null)
            .toList();
    if (likely.isEmpty()) {
      return "a duration is at most " + MAX.toDays() + "d";
    }
    int last = likely.size() - 1;
    String choices = String.join(", ", likely.subList(0, last));
    return text + " what? write " + (last == 0 ? "" : choices + " or ") + likely.get(last);
  }

  private static boolean isCalendarSpan(String text) {
    return text.length() <= MAX_LENGTH && CALENDAR.matcher(text).matches();
  }

  private static boolean isNumber(Object value) {
    return value instanceof Number || NUMBER.matcher(String.valueOf(value)).matches();
  }

  /** Returns true if {@code text} is a number, alone or with unit words, and so no expression. */
  public static boolean looksLikeDuration(String text) {
    return text.length() <= MAX_LENGTH
        && (NUMBER.matcher(text).matches() || SPELLED.matcher(text).matches());
  }

  /**
   * Converts text such as {@code 10 minutes}, {@code 2 weeks} or {@code PT3D} to a literal of the
   * same length; null if some part of it is not understood.
   */
  private static @Nullable String suggestion(String text) {
    if (text.length() > MAX_LENGTH || !SPELLED.matcher(text).matches() || isCalendarSpan(text)) {
      return null;
    }
    StringBuilder suggested = new StringBuilder();
    Matcher part = PART.matcher(text.replaceFirst("^PT?", ""));
    while (part.find()) {
      String literal = literal(part.group(1), part.group(2));
      if (literal == null) {
        return null;
      }
      suggested.append(literal);
    }
    return parse(suggested.toString()) == null ? null : suggested.toString();
  }

  /** Converts an amount of a spelled unit; null if the unit is unknown. */
  private static @Nullable String literal(String amount, String unit) {
    if (WEEKS.matcher(unit).matches()) {
      return DECIMAL.matcher(amount).matches()
          ? new BigDecimal(amount).multiply(BigDecimal.valueOf(7)).toPlainString() + "d"
          : null;
    }
    for (int i = 0; i < WORDS.length; i++) {
      if (WORDS[i].matcher(unit).matches()) {
        return amount + NAMES[i];
      }
    }
    return null;
  }

  /** Formats a duration for the function {@code duration} of expressions, which has no days. */
  public static String formatWithoutDays(Duration duration) {
    Duration ofDay = duration.minusDays(duration.toDays());
    long hours = duration.toHours();
    String rest = format(ofDay.minusHours(ofDay.toHours()));
    return hours == 0 ? rest : hours + "h" + (rest.equals("0s") ? "" : rest);
  }

  /** Formats a duration in the largest units: {@code 1h30m}, {@code 250ms}, {@code 0s}. */
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
