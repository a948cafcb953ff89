package dev.statute.progress.internal;

import java.util.Arrays;

/** Space in UTF-8, as {@link Character#isWhitespace(int)} has it. */
public final class Utf8Whitespace {
  private Utf8Whitespace() {}

  /** Whether an ASCII sign is space. */
  public static boolean is(byte sign) {
    return sign == ' ' || (sign >= '\t' && sign <= '\r') || (sign >= 0x1C && sign <= 0x1F);
  }

  /** A text without the space around it, as {@link String#strip}; itself if there is none. */
  static byte[] stripped(byte[] text) {
    int start = start(text);
    int end = end(text, start);
    return end - start == text.length ? text : Arrays.copyOfRange(text, start, end);
  }

  /** Where a text starts, after the space before it. */
  public static int start(byte[] text) {
    int start = 0;
    for (int width = 1; width > 0; start += width) {
      boolean over = start == text.length;
      width = over ? 0 : is(text[start]) ? 1 : wide(text, start, text.length) ? 3 : 0;
    }
    return start;
  }

  /** Where a text ends that starts there, before the space after it. */
  public static int end(byte[] text, int start) {
    int end = text.length;
    for (int width = 1; width > 0; end -= width) {
      width = start == end ? 0 : is(text[end - 1]) ? 1 : wide(text, end - 3, end) ? 3 : 0;
    }
    return end;
  }

  /** Whether one of the other spaces stands there: each takes three bytes. */
  private static boolean wide(byte[] text, int at, int end) {
    return at >= 0
        && at + 3 <= end
        && (text[at] & 0xF0) == 0xE0
        && Character.isWhitespace(
            (text[at] & 0xF) << 12 | (text[at + 1] & 0x3F) << 6 | (text[at + 2] & 0x3F));
  }
}
