package dev.statute.progress;

import dev.statute.progress.internal.ByteScanner;
import dev.statute.progress.internal.Utf8Whitespace;
import java.util.Arrays;

/** The lines of a text as UTF-8, each known by 20 bits of a hash of it without space around it. */
final class LineHashes {
  /** The key of a line on which nothing stands. */
  static final int BLANK = -1;

  private LineHashes() {}

  /** Where the line ends that starts or goes on there. */
  static int end(byte[] text, int start) {
    return ByteScanner.lineFeed(text, start, text.length);
  }

  /** What a line is known by. */
  static int key(byte[] text, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && Utf8Whitespace.is(text[from])) {
      from++;
    }
    while (to > from && Utf8Whitespace.is(text[to - 1])) {
      to--;
    }
    return from == to ? BLANK : TextHash.half(text, from, to) >>> 12;
  }

  /**
   * The keys of the different lines that are not blank, in order.
   *
   * @param most so many lines are read, half of them at the start and half at the end
   */
  static int[] different(byte[] text, int most) {
    int[] keys = new int[most];
    int count = 0;
    int start = 0;
    for (int line = 0; line < most && start <= text.length; line++) {
      if (line == most / 2) {
        start = Math.max(start, last(text, most / 2));
      }
      int end = end(text, start);
      int key = key(text, start, end);
      if (key != BLANK && !among(keys, count, key)) {
        keys[count++] = key;
      }
      start = end + 1;
    }
    return Arrays.copyOf(keys, count);
  }

  /** Where the last lines start. */
  private static int last(byte[] text, int lines) {
    int left = lines;
    for (int at = text.length; at > 0; at--) {
      if (text[at - 1] == '\n' && --left == 0) {
        return at;
      }
    }
    return 0;
  }

  private static boolean among(int[] keys, int count, int key) {
    for (int i = 0; i < count; i++) {
      if (keys[i] == key) {
        return true;
      }
    }
    return false;
  }
}
