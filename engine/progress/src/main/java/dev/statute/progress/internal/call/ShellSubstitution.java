package dev.statute.progress.internal.call;

import java.util.ArrayList;
import java.util.List;

/**
 * Commands within a word of a command line, whose output stands for them: {@code $(…)} and text
 * between backquotes.
 */
final class ShellSubstitution {
  private static final String OPENING = "$(";

  private ShellSubstitution() {}

  /** Returns the end of the substitution that begins at an index; the index if none does. */
  static int end(String text, int at) {
    int end = text.startsWith(OPENING, at) ? endOfGroup(text, at + 1) : at;
    end = text.startsWith("`", at) ? endOfQuote(text, at) : end;
    return Math.max(at, end);
  }

  /** Returns the commands within a word, without calculations. */
  static List<String> commands(String word) {
    List<String> commands = new ArrayList<>();
    for (int at = 0; at < word.length(); at++) {
      int end = end(word, at);
      if (end > at && !word.startsWith("$((", at)) {
        commands.add(word.substring(at + (word.charAt(at) == '`' ? 1 : 2), end - 1));
      }
      at = Math.max(at, end - 1);
    }
    return commands;
  }

  /** Returns the end of a group in parentheses, or -1. */
  private static int endOfGroup(String text, int opening) {
    int depth = 0;
    for (int i = opening; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"' || c == '\'' || c == '`') {
        i = endOfQuote(text, i) - 1;
        if (i < 0) {
          return -1;
        }
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Returns the end of a quoted text, or -1. */
  private static int endOfQuote(String text, int opening) {
    char quote = text.charAt(opening);
    for (int i = opening + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == quote) {
        return i + 1;
      }
      if (c == '\\' && quote != '\'') {
        i++;
      } else if (quote == '"' && text.startsWith(OPENING, i)) {
        i = endOfGroup(text, i + 1) - 1;
        if (i < 0) {
          return -1;
        }
      }
    }
    return -1;
  }
}
