package dev.statute.progress.internal;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * What a word of a text is: an id, a clock time, a length of time, or the name of one. Words are
 * letters, digits and underscores; what is not ASCII is a letter. Looks at the text where it is
 * told to, and keeps nothing.
 */
final class VolatileTokens {
  /** A UUID (RFC 9562), and its part before the first dash. */
  private static final int UUID = 36;

  static final int UUID_HEAD = 8;

  private static final byte SIGN = 0;
  private static final byte LETTER = 1;
  private static final byte DIGIT = 2;

  /** What kind of sign a byte is. */
  private static final byte[] KINDS = kinds();

  /** What may stand between a word and what it names. */
  private static final boolean[] JOINS = among(" =:#\"'(-.,");

  /** Where a path cannot go on. */
  private static final boolean[] PATH_ENDS = among("\t\n\u000b\f\r\u001c\u001d\u001e\u001f \"'),");

  private static final Words IDS = new Words("pid", "session", "sess", "sessionid");
  private static final Words CLOCKS =
      new Words("duration", "elapsed", "took", "timestamp", "uptime", "execution", "nonce");
  private static final Words UNITS =
      new Words(
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

  /** How names of changing values end, in the last five bits of a letter. */
  private static final int ENDINGS = IDS.finals | CLOCKS.finals;

  private static final byte[] TEMPORARY = ascii("/tmp/");
  private static final byte[] SHELL_LINE = ascii("sh: line ");
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
      kinds[b] = b >= '0' && b <= '9' ? DIGIT : letter ? LETTER : SIGN;
    }
    return kinds;
  }

  private static boolean[] among(String signs) {
    boolean[] among = new boolean[256];
    for (byte sign : ascii(signs)) {
      among[sign] = true;
    }
    return among;
  }

  private static byte[] ascii(String word) {
    return word.getBytes(StandardCharsets.US_ASCII);
  }

  /** Some words in small letters; by the first letter most others are told from them. */
  private static final class Words {
    private final byte[][] words;
    private int initials;
    private int finals;

    Words(String... words) {
      this.words = Stream.of(words).map(VolatileTokens::ascii).toArray(byte[][]::new);
      for (byte[] word : this.words) {
        initials |= 1 << (word[0] & 31);
        finals |= 1 << (word[word.length - 1] & 31);
      }
    }

    boolean mayStart(byte letter) {
      return (initials >>> (letter & 31) & 1) != 0;
    }
  }

  /** Whether a part of a word stands there. */
  boolean wordAt(int index) {
    return index < length && KINDS[text[index] & 0xFF] != SIGN;
  }

  static boolean letter(byte sign) {
    return KINDS[sign & 0xFF] == LETTER;
  }

  /** Whether a path cannot go on there. */
  boolean endsPath(int index) {
    return PATH_ENDS[text[index] & 0xFF];
  }

  /** Whether a path among the temporary files begins there. */
  boolean temporary(int index) {
    return text[index] == '/' && says(TEMPORARY, index);
  }

  /** Whether what stands there may stand between a word and what it names. */
  boolean joins(int start, int end) {
    for (int i = start; i < end; i++) {
      if (!JOINS[text[i] & 0xFF]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a number may go on after this sign. */
  boolean goesOn(int index) {
    return text[index] == '.' || text[index] == ',';
  }

  /** The number in "bash: line 12991:", which grows with every command of a session. */
  boolean shellLine(int start) {
    return says(SHELL_LINE, start - SHELL_LINE.length);
  }

  /** Whether a word, or a part of it between underscores, says that a changing value follows. */
  boolean named(int start, int end, boolean clocks) {
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

  /**
   * Whether the word that ends there may be {@link #named}. Most words are shorter than eight
   * signs, have no underscore and end like none of the names, which is seen without looking for
   * where they start.
   */
  boolean mayName(int end) {
    return end < Long.BYTES
        || (ENDINGS >>> (text[end - 1] & 31) & 1) != 0
        || ByteScanner.longOrJoined(text, end - Long.BYTES);
  }

  private boolean among(Words words, int from, int to, boolean anyCase) {
    if (from == to || !words.mayStart(text[from])) {
      return false;
    }
    for (byte[] word : words.words) {
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

  /** A hexadecimal number as long as ids are. */
  boolean id(int start, int end) {
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
  boolean duration(int start, int end) {
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
    if (from >= length || !UNITS.mayStart(text[from])) {
      return false;
    }
    int end = from;
    while (wordAt(end)) {
      end++;
    }
    return among(UNITS, from, end, false);
  }

  /** The end of a clock time or a date that starts here; {@code end} if none does. */
  int clock(int start, int end) {
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
      if (sign == ':' && twoDigits(second) && alone(start, third - 1)) {
        return third - 1;
      }
    }
    return end;
  }

  /** Whether a line says no more than that, as where a screen shows the time. */
  private boolean alone(int start, int end) {
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
   * The end of a UUID that starts here.
   *
   * @param end where the word ends that starts here
   * @param otherwise given if none does
   */
  int uuid(int start, int end, int otherwise) {
    int stop = start + UUID;
    if (end - start != UUID_HEAD || stop > length || text[end] != '-' || wordAt(stop)) {
      return otherwise;
    }
    for (int i = start; i < stop; i++) {
      int place = i - start;
      boolean dash = place == 8 || place == 13 || place == 18 || place == 23;
      if (dash ? text[i] != '-' : !hex(text[i])) {
        return otherwise;
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
