package dev.statute.progress.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keys of texts: 64-bit hashes, or their lower 32 bits to save memory; 0 for an empty text. */
public final class TextHash {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private TextHash() {}

  public static long key64(String text) {
    return text.isEmpty() ? 0 : XxHash64.of(text);
  }

  public static int key32(String text) {
    return (int) key64(text);
  }

  public static int key32(byte[] utf8) {
    return utf8.length == 0 ? 0 : (int) XxHash64.of(utf8, 0);
  }

  /** Returns the key of a part of a text. */
  public static int key32(byte[] utf8, int start, int end) {
    return start == end ? 0 : (int) XxHash64.of(utf8, start, end, 0);
  }

  /** Returns the key of two texts joined. */
  public static int key32(byte[] start, byte[] end) {
    byte[] all = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, all, start.length, end.length);
    return key32(all);
  }

  public static long pair(int high, int low) {
    return ((long) high << 32) | (low & 0xFFFFFFFFL);
  }

  public static int high(long pair) {
    return (int) (pair >>> 32);
  }

  public static int low(long pair) {
    return (int) pair;
  }

  /** Returns a key as eight hexadecimal digits. */
  public static String hex(int key) {
    byte[] digits = new byte[8];
    for (int i = 0; i < 8; i++) {
      digits[i] = DIGITS[(key >>> (28 - 4 * i)) & 0xF];
    }
    return new String(digits, StandardCharsets.ISO_8859_1);
  }
}
