package dev.statute.expr.reading;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Pattern for all of a text between a beginning and an end, without the spaces around, such as
 * {@code (?s)\A<out>\s*(?P<text>.*?)\s*</out>\s*\z}. Its match is found from both ends. An
 * automaton visits each character, several times, and outputs of tools are long.
 *
 * @param group name of the text
 */
record SurroundedText(String beginning, String group, String end) {
  private static final Pattern SHAPE =
      Pattern.compile(
          "\\(\\?s\\)\\\\A([\\w<>/ ]*)\\\\s\\*\\(\\?P<(\\w+)>\\.\\*\\?\\)\\\\s\\*(?:([\\w<>/]+)\\\\s\\*)?\\\\z");

  /** Returns the text of a pattern of this shape; null if it has another one. */
  static @Nullable SurroundedText of(String pattern) {
    Matcher shape = SHAPE.matcher(pattern);
    return shape.matches()
        ? new SurroundedText(
            shape.group(1), shape.group(2), shape.group(3) == null ? "" : shape.group(3))
        : null;
  }

  /** Finds the text; null if the beginning or the end is missing. */
  @Nullable String find(String whole) {
    int last = stripEnd(whole, whole.length()) - end.length();
    int from = beginning.length();
    if (last < from || !whole.startsWith(beginning) || !whole.startsWith(end, last)) {
      return null;
    }
    int to = stripEnd(whole, last);
    while (from < to && isSpace(whole.charAt(from))) {
      from++;
    }
    return whole.substring(from, Math.max(from, to));
  }

  private static int stripEnd(String text, int end) {
    int at = end;
    while (at > 0 && isSpace(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
  }
}
