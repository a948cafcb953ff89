package dev.statute.progress.internal.text;

import java.util.Arrays;

/** Keys of lines in UTF-8 text: 20 bits of the hash of a line without whitespace around it. */
public final class LineHashes {
  /** Key of a blank line. */
  public static final int BLANK = -1;

  private LineHashes() {}

  /** Returns the end of the line at an index. */
  public static int end(byte[] text, int start) {
    int at = start;
    while (at < text.length && text[at] != '\n') {
      at++;
    }
    return at;
  }

  public static int key(byte[] text, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && Utf8Whitespace.is(text[from])) {
      from++;
    }
    while (to > from && Utf8Whitespace.is(text[to - 1])) {
      to--;
    }
    return from == to ? BLANK : TextHash.key32(text, from, to) >>> 12;
  }

  /**
   * Returns the distinct keys of lines that are not blank, in order.
   *
   * @param most how many lines are read, half of them at the start and half at the end
   */
  public static int[] distinct(byte[] text, int most) {
    int[] keys = new int[most];
    int count = 0;
    int start = 0;
    for (int line = 0; line < most && start <= text.length; line++) {
      if (line == most / 2) {
        start = Math.max(start, startOfLast(text, most / 2));
      }
      int end = end(text, start);
      int key = key(text, start, end);
      if (key != BLANK && !contains(keys, count, key)) {
        keys[count++] = key;
      }
      start = end + 1;
    }
    return Arrays.copyOf(keys, count);
  }

  /** Returns the start of the last lines. */
  private static int startOfLast(byte[] text, int lines) {
    int left = lines;
    for (int at = text.length; at > 0; at--) {
      if (text[at - 1] == '\n' && --left == 0) {
        return at;
      }
    }
    return 0;
  }

  private static boolean contains(int[] keys, int count, int key) {
    for (int i = 0; i < count; i++) {
      if (keys[i] == key) {
        return true;
      }
    }
    return false;
  }
}
