package dev.statute.problem;

/**
 * Text of strangers as it may be shown: characters that a terminal obeys or that hide and turn
 * round what stands beside them are written as {@code \x1b} or <code>&#92;u202e</code>. Line ends
 * and tabs stay.
 */
public final class VisibleText {
  private VisibleText() {}

  /** The text, with every such character written out. */
  public static String escape(String text) {
    if (text.codePoints().noneMatch(VisibleText::isHidden)) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(c -> out.append(isHidden(c) ? escapeSequence(c) : Character.toString(c)));
    return out.toString();
  }

  /** Whether a character is obeyed, hides or turns text instead of being seen. */
  public static boolean isHidden(int c) {
    return (c < ' ' && c != '\n' && c != '\t')
        || (c >= 0x7F && c <= 0x9F)
        || c == 0x61C
        || c == 0x180E
        || c == 0x200B
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2060 && c <= 0x206F)
        || (c >= 0xFDD0 && c <= 0xFDEF)
        || c == 0xFEFF
        || (c >= 0xFFF9 && c <= 0xFFFB)
        || (c >= 0xE0000 && c <= 0xE007F);
  }

  /**
   * A character, written out. Above those of ASCII that is what JSON has for it too, so JSON means
   * the same afterwards.
   */
  public static String escapeSequence(int c) {
    if (c < ' ') {
      return String.format("\\x%02x", c);
    }
    StringBuilder out = new StringBuilder();
    for (char half : Character.toChars(c)) {
      out.append(String.format("\\u%04x", (int) half));
    }
    return out.toString();
  }
}
