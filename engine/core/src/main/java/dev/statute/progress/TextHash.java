package dev.statute.progress;

import dev.statute.progress.internal.XxHash64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keys: 64-bit hashes of text, or their low half where memory counts; 0 is "no text". */
final class TextHash {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private TextHash() {}

  static long of(String text) {
    return text.isEmpty() ? 0 : XxHash64.of(text);
  }

  static int half(String text) {
    return (int) of(text);
  }

  static int half(byte[] utf8) {
    return utf8.length == 0 ? 0 : (int) XxHash64.of(utf8, 0);
  }

  /** Of a part of a text. */
  static int half(byte[] utf8, int start, int end) {
    return start == end ? 0 : (int) XxHash64.of(utf8, start, end, 0);
  }

  /** Of two texts put together. */
  static int half(byte[] start, byte[] end) {
    byte[] all = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, all, start.length, end.length);
    return half(all);
  }

  static long pair(int high, int low) {
    return ((long) high << 32) | (low & 0xFFFFFFFFL);
  }

  static int high(long pair) {
    return (int) (pair >>> 32);
  }

  static int low(long pair) {
    return (int) pair;
  }

  /** Eight hexadecimal digits. */
  static String hex(int key) {
    byte[] digits = new byte[8];
    for (int i = 0; i < 8; i++) {
      digits[i] = DIGITS[(key >>> (28 - 4 * i)) & 0xF];
    }
    return new String(digits, StandardCharsets.ISO_8859_1);
  }
}
