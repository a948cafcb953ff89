package dev.statute.yaml.internal.tree;

/**
 * Workaround for SnakeYAML, which ends a plain scalar inside {@code {}} at every {@code ?}; YAML
 * 1.2 does not, and charts contain {@code { reason: string? }}. A question mark that begins no
 * explicit key is replaced by a character that no text contains, and restored in the scalars.
 */
final class QuestionMarkEscape {
  /** Noncharacter of Unicode. */
  static final char STAND_IN = '\uFDD0';

  private QuestionMarkEscape() {}

  static String hide(String content) {
    int at = content.indexOf('?');
    if (at < 0) {
      return content;
    }
    char[] chars = content.toCharArray();
    for (; at >= 0; at = content.indexOf('?', at + 1)) {
      if (!isIndicator(content, at)) {
        chars[at] = STAND_IN;
      }
    }
    return new String(chars);
  }

  static String restore(String value) {
    return value.indexOf(STAND_IN) < 0 ? value : value.replace(STAND_IN, '?');
  }

  /**
   * Returns whether a question mark is an indicator: a blank follows, and it is the first on its
   * line or follows another indicator.
   */
  private static boolean isIndicator(String content, int at) {
    if (at + 1 < content.length() && " \t\r\n".indexOf(content.charAt(at + 1)) < 0) {
      return false;
    }
    int before = at - 1;
    while (before >= 0 && (content.charAt(before) == ' ' || content.charAt(before) == '\t')) {
      before--;
    }
    return before < 0
        || (before < at - 1 && "-?:,".indexOf(content.charAt(before)) >= 0)
        || "\n\r{[,".indexOf(content.charAt(before)) >= 0;
  }
}
