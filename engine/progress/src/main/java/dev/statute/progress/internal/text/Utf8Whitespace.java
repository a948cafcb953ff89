package dev.statute.progress.internal.text;

import java.util.Arrays;

/** Whitespace in UTF-8 text, as defined by {@link Character#isWhitespace(int)}. */
public final class Utf8Whitespace {
  private Utf8Whitespace() {}

  /** Returns whether an ASCII byte is whitespace. */
  public static boolean is(byte c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
  }

  /**
   * Returns a text without whitespace around it, as {@link String#strip}; may be the same array.
   */
  static byte[] strip(byte[] text) {
    int start = start(text);
    int end = end(text, start);
    return end - start == text.length ? text : Arrays.copyOfRange(text, start, end);
  }

  /** Returns the index of the first byte that is no whitespace, or the length. */
  public static int start(byte[] text) {
    int start = 0;
    for (int width = 1; width > 0; start += width) {
      boolean over = start == text.length;
      width = over ? 0 : is(text[start]) ? 1 : wide(text, start, text.length) ? 3 : 0;
    }
    return start;
  }

  /** Returns the end of a text without trailing whitespace, at least {@code start}. */
  public static int end(byte[] text, int start) {
    int end = text.length;
    for (int width = 1; width > 0; end -= width) {
      width = start == end ? 0 : is(text[end - 1]) ? 1 : wide(text, end - 3, end) ? 3 : 0;
    }
    return end;
  }

  /** Returns whether a whitespace character of three bytes begins at an index. */
  private static boolean wide(byte[] text, int at, int end) {
    return at >= 0
        && at + 3 <= end
        && (text[at] & 0xF0) == 0xE0
        && Character.isWhitespace(
            (text[at] & 0xF) << 12 | (text[at + 1] & 0x3F) << 6 | (text[at + 2] & 0x3F));
  }
}
