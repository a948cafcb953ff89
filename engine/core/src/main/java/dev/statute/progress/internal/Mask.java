package dev.statute.progress.internal;

import java.util.Locale;
import java.util.Set;

/**
 * Takes out of a text what changes by itself, so that texts that say the same are equal. How much
 * is taken decides everything: too little, and a loop whose error carries a growing line number is
 * never seen; too much, and "[3s] compiling", "lib.rs:5: hit" and "3 failed" all look alike. So
 * there are three strengths: ids only for what is polled, ids, clocks and durations for other
 * results, all digits for the one line that names an error.
 *
 * <p>One pass over the words of the text; no regular expressions, since outputs are long.
 */
public final class Mask {
  /** How much of a text is masked; the rest is taken as it is. */
  private static final int MOST = 16_384;

  private static final int LINE = 300;
  private static final Set<String> IDS = Set.of("pid", "session", "sess", "sessionid");
  private static final Set<String> CLOCKS =
      Set.of("duration", "elapsed", "took", "timestamp", "uptime", "execution", "nonce");
  private static final Set<String> UNITS =
      Set.of(
          "ms",
          "msec",
          "millis",
          "milliseconds",
          "us",
          "ns",
          "sec",
          "secs",
          "second",
          "seconds",
          "min",
          "mins",
          "minute",
          "minutes",
          "hour",
          "hours");

  private final String text;
  private final boolean clocks;
  private final StringBuilder out;
  private int at;

  /** Start and end of the word before, and whether it was masked. */
  private int lastStart = -1;

  private int lastEnd = -1;
  private boolean lastMasked;

  private Mask(String text, boolean clocks) {
    this.text = text;
    this.clocks = clocks;
    this.out = new StringBuilder(text.length() + 16);
  }

  /** Without ids of processes and sessions: what is polled. */
  public static String ids(String text) {
    return masked(text, false);
  }

  /** Without ids, clock times, dates and durations in words: results. */
  public static String volatileParts(String text) {
    return masked(text, true);
  }

  private static String masked(String text, boolean clocks) {
    String trimmed = text.strip();
    if (trimmed.length() <= MOST) {
      return new Mask(trimmed, clocks).run();
    }
    return new Mask(trimmed.substring(0, MOST), clocks).run() + trimmed.substring(MOST);
  }

  /** Without any number: the line that names an error. Cut after 300 characters. */
  public static String digits(String line) {
    StringBuilder out = new StringBuilder();
    boolean number = false;
    boolean space = false;
    int end = Math.min(line.length(), LINE);
    for (int i = 0; i < end; i++) {
      char c = line.charAt(i);
      if (Character.isWhitespace(c)) {
        space = out.length() > 0;
        continue;
      }
      if (space) {
        out.append(' ');
        space = false;
        number = false;
      }
      boolean digit = c >= '0' && c <= '9';
      if (!digit || !number) {
        out.append(digit ? '#' : c);
      }
      number = digit;
    }
    return out.toString();
  }

  private String run() {
    boolean temporary = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (word(c)) {
        int end = at;
        boolean digits = false;
        while (end < text.length() && word(text.charAt(end))) {
          digits |= digit(text.charAt(end));
          end++;
        }
        take(end, digits, temporary);
      } else {
        if (c == '/' && text.startsWith("/tmp/", at)) {
          temporary = true;
        } else if (Character.isWhitespace(c) || c == '"' || c == '\'' || c == ')' || c == ',') {
          temporary = false;
        }
        out.append(c);
        at++;
      }
    }
    return out.toString();
  }

  private void take(int end, boolean digits, boolean temporary) {
    int start = at;
    boolean masked = digits && ((temporary && clocks) || isVolatile(start, end));
    int stop = digits && clocks && !masked ? clock(start, end) : end;
    masked |= stop > end;
    if (masked) {
      out.append('#');
    } else {
      out.append(text, start, end);
    }
    lastStart = start;
    lastEnd = stop;
    lastMasked = masked;
    at = stop;
  }

  private boolean isVolatile(int start, int end) {
    if (lastStart >= 0 && follows(start)) {
      if (names(lastStart, lastEnd)) {
        return true;
      }
      char between = text.charAt(start - 1);
      if (lastMasked && lastEnd == start - 1 && (between == '.' || between == ',')) {
        return true;
      }
      if (shellLine(start)) {
        return true;
      }
    }
    return clocks && (id(start, end) || duration(start, end));
  }

  /** Whether only a few signs stand between the last word and this one. */
  private boolean follows(int start) {
    if (start - lastEnd > 4 || start == lastEnd) {
      return false;
    }
    for (int i = lastEnd; i < start; i++) {
      if (" =:#\"'(-.,".indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a word, or a part of it between underscores, says that a changing value follows. */
  private boolean names(int start, int end) {
    String word = text.substring(start, end).toLowerCase(Locale.ROOT);
    for (String part : word.split("_", -1)) {
      if (IDS.contains(part) || (clocks && CLOCKS.contains(part))) {
        return true;
      }
    }
    return false;
  }

  /** The number in {@code bash: line 12991:}, which grows with every command of a session. */
  private boolean shellLine(int start) {
    return clocks && text.startsWith("sh: line ", start - 9);
  }

  private boolean id(int start, int end) {
    int length = end - start;
    if (length < 8) {
      return length > 5 && text.startsWith("0x", start);
    }
    boolean letters = false;
    boolean digits = false;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      boolean digit = digit(c);
      if (!digit && (c < 'a' || c > 'f') && (c < 'A' || c > 'F')) {
        return text.startsWith("0x", start) && i == start + 1;
      }
      digits |= digit;
      letters |= !digit;
    }
    return digits && (letters || length >= 10);
  }

  /** A number with a unit: {@code 103 ms}, {@code 103ms}, {@code 0.03s}. */
  private boolean duration(int start, int end) {
    int digits = start;
    while (digits < end && digit(text.charAt(digits))) {
      digits++;
    }
    if (digits == start) {
      return false;
    }
    if (digits < end) {
      String unit = text.substring(digits, end);
      boolean fraction =
          start > 1 && text.charAt(start - 1) == '.' && digit(text.charAt(start - 2));
      return UNITS.contains(unit) || (fraction && unit.equals("s"));
    }
    int next = end;
    if (next < text.length() && text.charAt(next) == '.') {
      int after = next + 1;
      while (after < text.length() && digit(text.charAt(after))) {
        after++;
      }
      if (after > next + 1) {
        return (text.startsWith("s", after) && !wordAt(after + 1)) || unitAt(after);
      }
    }
    return unitAt(next);
  }

  /** Whether a unit stands here, after at most one space. */
  private boolean unitAt(int start) {
    int from = start < text.length() && text.charAt(start) == ' ' ? start + 1 : start;
    int end = from;
    while (wordAt(end)) {
      end++;
    }
    return end - from <= 12 && UNITS.contains(text.substring(from, end));
  }

  private boolean wordAt(int index) {
    return index < text.length() && word(text.charAt(index));
  }

  /** The end of a clock time or a date that starts here; {@code end} if none does. */
  private int clock(int start, int end) {
    if (!number(start, end)) {
      return end;
    }
    char sign = end < text.length() ? text.charAt(end) : ' ';
    int length = end - start;
    if ((sign == ':' && length <= 2) || (sign == '-' && length == 4)) {
      int second = end + 1;
      int third = second + 3;
      if (twoDigits(second)
          && third - 1 < text.length()
          && text.charAt(third - 1) == sign
          && twoDigits(third)) {
        int stop = third + 2;
        while (stop < text.length()
            && (digit(text.charAt(stop)) || "T:.,Z+".indexOf(text.charAt(stop)) >= 0)
            && stop < third + 24) {
          stop++;
        }
        return stop;
      }
    }
    return end;
  }

  private boolean twoDigits(int start) {
    return start + 1 < text.length() && digit(text.charAt(start)) && digit(text.charAt(start + 1));
  }

  private boolean number(int start, int end) {
    for (int i = start; i < end; i++) {
      if (!digit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean word(char c) {
    return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c > 127;
  }
}
