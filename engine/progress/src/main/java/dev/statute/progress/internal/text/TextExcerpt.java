package dev.statute.progress.internal.text;

/** Beginnings of texts, without a part of a surrogate pair at their end. */
public final class TextExcerpt {
  /** Maximum length of texts in facts and events. */
  private static final int LENGTH = 200;

  private TextExcerpt() {}

  /** Returns the first 200 code points of a text. */
  public static String cut(String text) {
    return cut(text, LENGTH);
  }

  /** Returns the first code points of a text. */
  public static String cut(String text, int characters) {
    return text.length() <= characters || text.codePointCount(0, text.length()) <= characters
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }

  /** Returns the first 200 code points of a text on one line, with … if there are more. */
  public static String line(String text) {
    String start = cut(text, 4 * LENGTH).strip().replaceAll("\\s+", " ");
    String cut = cut(start);
    return cut.length() < start.length() || text.length() > 4 * LENGTH ? cut + "…" : cut;
  }
}
