package dev.statute.progress.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Search for single bytes, eight bytes at a time. Uses the tests for a zero byte and for a byte in
 * a range of S. E. Anderson, "Bit Twiddling Hacks"; both are exact for the first match.
 */
public final class ByteScanner {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;
  private static final long LINE_ENDS = ONES * '\n';
  private static final long DASHES = ONES * '-';
  private static final long UNDERSCORES = ONES * '_';

  private ByteScanner() {}

  /** Returns the index of the next line feed, or {@code end}. */
  public static int indexOfLineFeed(byte[] text, int start, int end) {
    int at = start;
    for (; at <= end - 8; at += 8) {
      long other = (long) LONGS.get(text, at) ^ LINE_ENDS;
      long found = (other - ONES) & ~other & TOPS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (at < end && text[at] != '\n') {
      at++;
    }
    return at;
  }

  /** Returns the index of the next digit or dash, or {@code end}. */
  public static int indexOfDigitOrDash(byte[] text, int start, int end) {
    int at = start;
    for (; at <= end - 8; at += 8) {
      long eight = (long) LONGS.get(text, at);
      long low = eight & ~TOPS;
      long digits = (ONES * (127 + '9' + 1) - low) & ~eight & (low + ONES * (127 - '0' + 1)) & TOPS;
      long other = eight ^ DASHES;
      long found = digits | ((other - ONES) & ~other & TOPS);
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (at < end && text[at] != '-' && (text[at] < '0' || text[at] > '9')) {
      at++;
    }
    return at;
  }

  /**
   * Returns whether the word at the end of eight bytes may begin before them, or whether one of
   * them is an underscore.
   */
  static boolean isLongOrJoined(byte[] text, int start) {
    long eight = (long) LONGS.get(text, start);
    long other = eight ^ UNDERSCORES;
    boolean joined = ((other - ONES) & ~other & TOPS) != 0;
    boolean ends = ((eight - ONES * '0') & ~eight & TOPS) != 0;
    return joined || !ends;
  }
}
