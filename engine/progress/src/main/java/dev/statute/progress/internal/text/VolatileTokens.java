package dev.statute.progress.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * Classification of words: ids, clock times, durations, and names of such values. A word consists
 * of letters, digits and underscores; bytes that are not ASCII are letters.
 */
final class VolatileTokens {
  /** Length of a UUID (RFC 9562). */
  private static final int UUID = 36;

  /** Length of the part of a UUID before its first dash. */
  static final int UUID_HEAD = 8;

  private static final byte OTHER = 0;
  private static final byte LETTER = 1;
  private static final byte DIGIT = 2;

  /** Kinds of bytes. */
  private static final byte[] KINDS = kinds();

  /** Bytes that may separate a name from its value. */
  private static final boolean[] GAP = setOf(" =:#\"'(-.,");

  /** Bytes that end a path. */
  private static final boolean[] PATH_ENDS = setOf("\t\n\u000b\f\r\u001c\u001d\u001e\u001f \"'),");

  private static final byte[][] IDS = words("pid session sess sessionid");
  private static final byte[][] CLOCKS =
      words("duration elapsed took timestamp uptime execution nonce");
  private static final byte[][] UNITS =
      words(
          "ms msec millis milliseconds us ns sec secs second seconds min mins minute minutes hour"
              + " hours");

  private static final byte[] TEMPORARY = ascii("/tmp/");
  private static final byte[] OF_MAC = ascii("/var/folders/");
  private static final byte[] OF_WINDOWS = ascii("\\Temp\\");
  private static final byte[] SHELL_LINE = ascii("sh: line ");
  private static final byte[] MINUTES = ascii(" min");
  private static final byte[] HEX = ascii("0x");

  private final byte[] text;
  private final int length;

  VolatileTokens(byte[] text, int length) {
    this.text = text;
    this.length = length;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[256];
    for (int b = 0; b < 256; b++) {
      boolean letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_' || b > 127;
      kinds[b] = b >= '0' && b <= '9' ? DIGIT : letter ? LETTER : OTHER;
    }
    return kinds;
  }

  private static boolean[] setOf(String characters) {
    boolean[] set = new boolean[256];
    for (byte c : ascii(characters)) {
      set[c] = true;
    }
    return set;
  }

  private static byte[][] words(String words) {
    return Stream.of(words.split(" ")).map(VolatileTokens::ascii).toArray(byte[][]::new);
  }

  private static byte[] ascii(String word) {
    return word.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns whether an index is within a word. */
  boolean isWord(int index) {
    return index < length && KINDS[text[index] & 0xFF] != OTHER;
  }

  static boolean isLetter(byte c) {
    return KINDS[c & 0xFF] == LETTER;
  }

  boolean isPathEnd(int index) {
    return PATH_ENDS[text[index] & 0xFF];
  }

  /** Returns whether a directory of temporary files begins at an index. */
  boolean isTemporaryRoot(int index) {
    return switch (text[index]) {
      case '/' -> matches(TEMPORARY, index) || matches(OF_MAC, index);
      case '\\' -> matches(OF_WINDOWS, index);
      default -> false;
    };
  }

  /** Returns whether all bytes of a range may separate a name from its value. */
  boolean isGap(int start, int end) {
    for (int i = start; i < end; i++) {
      if (!GAP[text[i] & 0xFF]) {
        return false;
      }
    }
    return true;
  }

  boolean isDecimalMark(int index) {
    return text[index] == '.' || text[index] == ',';
  }

  /**
   * Returns whether a word is the number in "bash: line 12991:", which grows with every command of
   * a session.
   */
  boolean isShellLine(int start) {
    return matches(SHELL_LINE, start - SHELL_LINE.length);
  }

  /** Returns whether a word, or a part of it between underscores, names a volatile value. */
  boolean isVolatileName(int start, int end, boolean clocks) {
    int from = start;
    for (int i = start; i <= end; i++) {
      if (i == end || text[i] == '_') {
        if (isOneOf(IDS, from, i, true) || (clocks && isOneOf(CLOCKS, from, i, true))) {
          return true;
        }
        from = i + 1;
      }
    }
    return false;
  }

  /** Returns the index of the next digit or dash from an index on, or the length. */
  int indexOfDigitOrDash(int start) {
    int at = start;
    while (at < length && text[at] != '-' && !isDigit(text[at])) {
      at++;
    }
    return at;
  }

  private boolean isOneOf(byte[][] words, int from, int to, boolean anyCase) {
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

  private boolean matches(byte[] words, int from) {
    return from >= 0 && from + words.length <= length && equal(words, from, false);
  }

  /** Returns whether a word is a hexadecimal number of the length of an id. */
  boolean isId(int start, int end) {
    int size = end - start;
    if (size < 8) {
      return size > 5 && matches(HEX, start);
    }
    boolean letters = false;
    boolean digits = false;
    for (int i = start; i < end; i++) {
      byte c = text[i];
      boolean digit = isDigit(c);
      if (!isHex(c)) {
        return matches(HEX, start) && i == start + 1;
      }
      digits |= digit;
      letters |= !digit;
    }
    return digits && (letters || size >= 10);
  }

  /** Returns whether a number has a unit of time: {@code 103 ms}, {@code 103ms}, {@code 0.03s}. */
  boolean isDuration(int start, int end) {
    int digits = endOfDigits(start);
    if (digits == start) {
      return false;
    }
    if (digits < end) {
      boolean fraction = start > 1 && text[start - 1] == '.' && isDigit(text[start - 2]);
      return isOneOf(UNITS, digits, end, false)
          || (fraction && end == digits + 1 && text[digits] == 's');
    }
    if (end < length && text[end] == '.') {
      int after = endOfDigits(end + 1);
      if (after > end + 1) {
        int unit = after < length && text[after] == ' ' ? after + 1 : after;
        boolean seconds = unit < length && text[unit] == 's' && !isWord(unit + 1);
        return seconds || isUnit(after);
      }
    }
    return isUnit(end);
  }

  /** Returns whether a word is a number with the first letter of a unit of time: {@code 3s}. */
  boolean isSpan(int start, int end) {
    int digits = endOfDigits(start);
    return digits > start && end == digits + 1 && "smh".indexOf(text[digits]) >= 0;
  }

  /** Returns whether a word says that a length of time follows. */
  boolean isBeforeSpan(int start, int end) {
    return end - start == 2 && text[start] == 'i' && text[start + 1] == 'n';
  }

  private int endOfDigits(int start) {
    int end = start;
    while (end < length && isDigit(text[end])) {
      end++;
    }
    return end;
  }

  /** Returns whether a unit of time follows after at most one space. */
  private boolean isUnit(int start) {
    int from = start < length && text[start] == ' ' ? start + 1 : start;
    int end = from;
    while (isWord(end)) {
      end++;
    }
    return isOneOf(UNITS, from, end, false);
  }

  /** Returns the end of a clock time or date, or {@code end}. */
  int endOfClock(int start, int end) {
    if (endOfDigits(start) < end) {
      return end;
    }
    byte separator = end < length ? text[end] : (byte) ' ';
    int size = end - start;
    if ((separator == ':' && size <= 2) || (separator == '-' && size == 4)) {
      int second = end + 1;
      int third = second + 3;
      if (areTwoDigits(second)
          && third - 1 < length
          && text[third - 1] == separator
          && areTwoDigits(third)) {
        int stop = third + 2;
        while (stop < length
            && (isDigit(text[stop]) || "T:.,Z+".indexOf(text[stop]) >= 0)
            && stop < third + 24) {
          stop++;
        }
        return stop;
      }
      if (separator == ':' && areTwoDigits(second)) {
        int fraction = endOfFraction(third - 1);
        boolean length = fraction > third + 2 || isMinutes(third - 1);
        return length ? fraction : isAlone(start, third - 1) ? third - 1 : end;
      }
    }
    return end;
  }

  /** Returns the end of a point and digits, or {@code end}. */
  private int endOfFraction(int end) {
    return end < length && text[end] == '.' ? endOfDigits(end + 1) : end;
  }

  private boolean isMinutes(int end) {
    return matches(MINUTES, end) && !isWord(end + MINUTES.length);
  }

  /** Returns whether a time is alone on its line, as on a screen that shows it. */
  private boolean isAlone(int start, int end) {
    int from = start;
    while (from > 0 && text[from - 1] == ' ') {
      from--;
    }
    int to = end;
    while (to < length && (text[to] == ' ' || text[to] == '\r')) {
      to++;
    }
    return (from == 0 || text[from - 1] == '\n')
        && (to == length ? from > 0 : text[to] == '\n')
        && (end - start == 4 || text[start] <= '2')
        && text[end - 2] <= '5';
  }

  /**
   * Returns the end of a UUID.
   *
   * @param end end of its first word
   * @param none result if there is no UUID
   */
  int endOfUuid(int start, int end, int none) {
    int stop = start + UUID;
    if (end - start != UUID_HEAD || stop > length || text[end] != '-' || isWord(stop)) {
      return none;
    }
    for (int i = start; i < stop; i++) {
      int place = i - start;
      boolean dash = place == 8 || place == 13 || place == 18 || place == 23;
      if (dash ? text[i] != '-' : !isHex(text[i])) {
        return none;
      }
    }
    return stop;
  }

  private static boolean isHex(byte c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  private boolean areTwoDigits(int start) {
    return start + 1 < length && isDigit(text[start]) && isDigit(text[start + 1]);
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }
}
