package dev.statute.cli.internal.console;

import org.jspecify.annotations.Nullable;

/**
 * Style of words on a terminal; plain text elsewhere. Marks are characters outside of any text,
 * which {@link TerminalOutput} replaces by codes; codes in a text are never taken for marks.
 */
public enum TerminalStyle {
  PLAIN,
  COLOUR;

  /** Terminal codes by the number of the mark. */
  private static final String[] CODES = {"0", "32", "31", "33", "1", "2"};

  private static final char FIRST = '\uFDD0';

  public String success(String text) {
    return marked(1, text);
  }

  public String error(String text) {
    return marked(2, text);
  }

  public String warning(String text) {
    return marked(3, text);
  }

  public String bold(String text) {
    return marked(4, text);
  }

  public String dim(String text) {
    return marked(5, text);
  }

  private String marked(int mark, String text) {
    return this == PLAIN || text.isEmpty() ? text : (char) (FIRST + mark) + text + FIRST;
  }

  /** Terminal code of a mark; null for other characters. */
  @Nullable String code(int character) {
    int mark = character - FIRST;
    return this == COLOUR && mark >= 0 && mark < CODES.length
        ? "\u001b[" + CODES[mark] + "m"
        : null;
  }
}
