package dev.statute.progress.internal.text;

/** Beginnings of texts. */
public final class TextExcerpt {
  private TextExcerpt() {}

  /** Returns the first code points of a text, so that no surrogate pair is split. */
  public static String cut(String text, int characters) {
    return text.length() <= characters || text.codePointCount(0, text.length()) <= characters
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }
}
