package dev.statute.logs.internal.text;

import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * Instants as most programs write them, {@code 2026-03-04T05:06:07.890Z}. Each entry of a log has
 * one, and the parser for all ways to write times takes as long as the entry.
 */
public final class UtcTime {
  private static final String SHAPE = "0000-00-00T00:00:00";
  private static final int DAY_MILLIS = 86_400_000;

  private UtcTime() {}

  /** Milliseconds since 1970; -1 for an earlier time, and for a text that is written otherwise. */
  public static long millis(String text) {
    if (!hasShape(text)) {
      return -1;
    }
    int hour = number(text, 11, 2);
    int minute = number(text, 14, 2);
    int second = number(text, 17, 2);
    if (hour > 23 || minute > 59 || second > 59) {
      return -1;
    }
    try {
      LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 2), number(text, 8, 2));
      long seconds = (hour * 60L + minute) * 60 + second;
      long millis = day.toEpochDay() * DAY_MILLIS + seconds * 1000 + fraction(text);
      return Math.max(-1, millis);
    } catch (DateTimeException e) {
      return -1;
    }
  }

  private static boolean hasShape(String text) {
    int end = text.length() - 1;
    if (end < SHAPE.length() || end > SHAPE.length() + 10 || text.charAt(end) != 'Z') {
      return false;
    }
    for (int i = 0; i < end; i++) {
      char wanted = i < SHAPE.length() ? SHAPE.charAt(i) : i == SHAPE.length() ? '.' : '0';
      char c = text.charAt(i);
      if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
        return false;
      }
    }
    return end != SHAPE.length() + 1;
  }

  private static int number(String text, int from, int length) {
    int number = 0;
    for (int i = from; i < from + length; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }

  private static int fraction(String text) {
    int digits = Math.min(3, Math.max(0, text.length() - 2 - SHAPE.length()));
    int fraction = digits == 0 ? 0 : number(text, SHAPE.length() + 1, digits);
    return digits == 1 ? fraction * 100 : digits == 2 ? fraction * 10 : fraction;
  }
}
