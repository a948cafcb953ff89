package dev.statute.problem;

/**
 * Escaping and shortening of untrusted text for display. Control characters, invisible characters
 * and bidirectional controls are written as {@code \x1b} or <code>&#92;u202e</code>. Line ends and
 * tabs are kept.
 */
public final class VisibleText {
  private VisibleText() {}

  /** Returns the text with all such characters escaped. */
  public static String escape(String text) {
    if (text.codePoints().noneMatch(VisibleText::isHidden)) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(c -> out.append(isHidden(c) ? escapeSequence(c) : Character.toString(c)));
    return out.toString();
  }

  /**
   * Returns at most {@code length} characters of a text, never half of one, and … if it goes on.
   */
  public static String shorten(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(length - 1));
    return text.substring(0, splits ? length - 1 : length) + "…";
  }

  /** Returns a text as one line of at most {@code length} characters, with … if it goes on. */
  public static String oneLine(String text, int length) {
    String stripped = text.strip();
    StringBuilder line = new StringBuilder(Math.min(stripped.length(), length + 1));
    boolean isSpace = false;
    for (int i = 0; i < stripped.length() && line.length() <= length; i++) { // texts may be long
      char c = stripped.charAt(i);
      boolean wasSpace = isSpace;
      isSpace = c == ' ' || (c >= '\t' && c <= '\r');
      if (!isSpace || !wasSpace) {
        line.append(isSpace ? ' ' : c);
      }
    }
    return line.length() <= length ? line.toString() : shorten(line.toString(), length - 1);
  }

  /** Returns true for control, invisible and bidirectional control characters. */
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
   * Returns the escape sequence of a character. Above ASCII it is that of JSON, so escaped JSON
   * keeps its meaning.
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
