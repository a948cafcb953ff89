package dev.statute.progress.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a text what changes by itself, so that texts that say the same are equal. How much
 * is taken decides everything: too little, and a loop whose error carries a growing line number is
 * never seen; too much, and "[3s] compiling", "lib.rs:5: hit" and "3 failed" all look alike. So
 * there are three strengths: ids only for what is polled, ids, clocks and durations for other
 * results, all digits for the one line that names an error.
 *
 * <p>One pass over the words of the text as UTF-8; no regular expressions, and nothing is copied
 * that stays as it is, since outputs are long.
 */
public final class Mask {
  /** How many bytes of a text are masked; the rest is taken as it is. */
  private static final int MOST = 16_384;

  private static final int LINE = 300;
  private static final int UUID = 36;
  private static final byte SIGN = 0;
  private static final byte LETTER = 1;
  private static final byte DIGIT = 2;

  /** What kind of sign a byte is; what is not ASCII is a letter. */
  private static final byte[] KINDS = kinds();

  private static final byte[][] IDS = ascii("pid", "session", "sess", "sessionid");
  private static final byte[][] CLOCKS =
      ascii("duration", "elapsed", "took", "timestamp", "uptime", "execution", "nonce");
  private static final byte[][] UNITS =
      ascii(
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

  private static final byte[] TEMPORARY = ascii("/tmp/")[0];
  private static final byte[] SHELL_LINE = ascii("sh: line ")[0];
  private static final byte[] HEX = ascii("0x")[0];

  private final byte[] text;
  private final int length;
  private final boolean clocks;

  /** What is left so far, never longer than the text; null while nothing was taken out. */
  private byte @Nullable [] out;

  private int size;

  /** Up to where the text was copied. */
  private int copied;

  private int at;

  /** Start and end of the word before, and whether it was masked. */
  private int lastStart = -1;

  private int lastEnd = -1;
  private boolean lastMasked;

  private Mask(byte[] text, boolean clocks) {
    this.text = text;
    this.length = Math.min(text.length, MOST);
    this.clocks = clocks;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[256];
    for (int b = 0; b < 256; b++) {
      boolean letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_' || b > 127;
      kinds[b] = b >= '0' && b <= '9' ? DIGIT : letter ? LETTER : SIGN;
    }
    return kinds;
  }

  private static byte[][] ascii(String... words) {
    byte[][] all = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      all[i] = words[i].getBytes(StandardCharsets.US_ASCII);
    }
    return all;
  }

  /** Without ids of processes and sessions: what is polled. In UTF-8, as everything here. */
  public static byte[] ids(String text) {
    return masked(text, false);
  }

  /** Without ids, clock times, dates and durations in words: results. */
  public static byte[] volatileParts(String text) {
    return masked(text, true);
  }

  private static byte[] masked(String text, boolean clocks) {
    return new Mask(text.strip().getBytes(StandardCharsets.UTF_8), clocks).run();
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

  private byte[] run() {
    boolean temporary = false;
    while (at < length) {
      int kind = kind(at);
      if (kind != SIGN) {
        int end = at;
        int kinds = 0;
        do {
          kinds |= kind;
          end++;
          kind = end < length ? kind(end) : SIGN;
        } while (kind != SIGN);
        take(end, (kinds & DIGIT) != 0, temporary);
      } else {
        byte c = text[at];
        if (c == '/') {
          temporary |= says(TEMPORARY, at);
        } else if (Character.isWhitespace(c) || c == '"' || c == '\'' || c == ')' || c == ',') {
          temporary = false;
        }
        at++;
      }
    }
    byte[] masked = out;
    if (masked == null) {
      return text;
    }
    copy(masked, text.length);
    return Arrays.copyOf(masked, size);
  }

  /** Leaves what stands between what was taken out last and {@code end} as it is. */
  private void copy(byte[] into, int end) {
    System.arraycopy(text, copied, into, size, end - copied);
    size += end - copied;
  }

  private int kind(int index) {
    return KINDS[text[index] & 0xFF];
  }

  private void take(int end, boolean digits, boolean temporary) {
    int start = at;
    boolean masked = digits && ((temporary && clocks) || isVolatile(start, end));
    int stop = digits && clocks && !masked ? clock(start, end) : end;
    stop = clocks && end - start == 8 ? uuid(start, stop) : stop;
    masked |= stop > end;
    if (masked) {
      byte[] into = out;
      if (into == null) {
        into = new byte[text.length];
        out = into;
      }
      copy(into, start);
      into[size++] = '#';
      copied = stop;
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
      byte between = text[start - 1];
      if (lastMasked && lastEnd == start - 1 && (between == '.' || between == ',')) {
        return true;
      }
      if (clocks && says(SHELL_LINE, start - SHELL_LINE.length)) {
        return true; // the number in "bash: line 12991:" grows with every command of a session
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
      if (" =:#\"'(-.,".indexOf(text[i]) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a word, or a part of it between underscores, says that a changing value follows. */
  private boolean names(int start, int end) {
    int from = start;
    for (int i = start; i <= end; i++) {
      if (i == end || text[i] == '_') {
        if (among(IDS, from, i, true) || (clocks && among(CLOCKS, from, i, true))) {
          return true;
        }
        from = i + 1;
      }
    }
    return false;
  }

  private boolean among(byte[][] words, int from, int to, boolean anyCase) {
    for (byte[] word : words) {
      if (word.length == to - from && equal(word, from, anyCase)) {
        return true;
      }
    }
    return false;
  }

  private boolean equal(byte[] word, int from, boolean anyCase) {
    for (int i = 0; i < word.length; i++) {
      int c = text[from + i];
      c = anyCase && c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
      if (c != word[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean says(byte[] words, int from) {
    return from >= 0 && from + words.length <= length && equal(words, from, false);
  }

  private boolean id(int start, int end) {
    int size = end - start;
    if (size < 8) {
      return size > 5 && says(HEX, start);
    }
    boolean letters = false;
    boolean digits = false;
    for (int i = start; i < end; i++) {
      byte c = text[i];
      boolean digit = digit(c);
      if (!hex(c)) {
        return says(HEX, start) && i == start + 1;
      }
      digits |= digit;
      letters |= !digit;
    }
    return digits && (letters || size >= 10);
  }

  /** A number with a unit: {@code 103 ms}, {@code 103ms}, {@code 0.03s}. */
  private boolean duration(int start, int end) {
    int digits = digitsFrom(start);
    if (digits == start) {
      return false;
    }
    if (digits < end) {
      boolean fraction = start > 1 && text[start - 1] == '.' && digit(text[start - 2]);
      return among(UNITS, digits, end, false)
          || (fraction && end == digits + 1 && text[digits] == 's');
    }
    if (end < length && text[end] == '.') {
      int after = digitsFrom(end + 1);
      if (after > end + 1) {
        boolean seconds = after < length && text[after] == 's' && !wordAt(after + 1);
        return seconds || unitAt(after);
      }
    }
    return unitAt(end);
  }

  private int digitsFrom(int start) {
    int end = start;
    while (end < length && digit(text[end])) {
      end++;
    }
    return end;
  }

  /** Whether a unit stands here, after at most one space. */
  private boolean unitAt(int start) {
    int from = start < length && text[start] == ' ' ? start + 1 : start;
    int end = from;
    while (wordAt(end)) {
      end++;
    }
    return among(UNITS, from, end, false);
  }

  private boolean wordAt(int index) {
    return index < length && kind(index) != SIGN;
  }

  /** The end of a clock time or a date that starts here; {@code end} if none does. */
  private int clock(int start, int end) {
    if (digitsFrom(start) < end) {
      return end;
    }
    byte sign = end < length ? text[end] : (byte) ' ';
    int size = end - start;
    if ((sign == ':' && size <= 2) || (sign == '-' && size == 4)) {
      int second = end + 1;
      int third = second + 3;
      if (twoDigits(second) && third - 1 < length && text[third - 1] == sign && twoDigits(third)) {
        int stop = third + 2;
        while (stop < length
            && (digit(text[stop]) || "T:.,Z+".indexOf(text[stop]) >= 0)
            && stop < third + 24) {
          stop++;
        }
        return stop;
      }
    }
    return end;
  }

  /** The end of a UUID (RFC 9562) that starts here; {@code end} if none does. */
  private int uuid(int start, int end) {
    int stop = start + UUID;
    if (stop > length || text[start + 8] != '-' || (stop < length && kind(stop) != SIGN)) {
      return end;
    }
    for (int i = start; i < stop; i++) {
      int place = i - start;
      boolean dash = place == 8 || place == 13 || place == 18 || place == 23;
      if (dash ? text[i] != '-' : !hex(text[i])) {
        return end;
      }
    }
    return stop;
  }

  private static boolean hex(byte c) {
    return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  private boolean twoDigits(int start) {
    return start + 1 < length && digit(text[start]) && digit(text[start + 1]);
  }

  private static boolean digit(byte c) {
    return c >= '0' && c <= '9';
  }
}
