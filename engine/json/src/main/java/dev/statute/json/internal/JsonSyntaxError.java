package dev.statute.json.internal;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Severity;
import org.jspecify.annotations.Nullable;

/** Syntax error of a JSON text with its place (line and column from 1). */
public final class JsonSyntaxError extends Exception {
  /** Longest line that a problem shows, in characters. */
  private static final int MAX_SHOWN = 200;

  private final String code;
  private final int line;
  private final int column;
  private final String key;
  private final String fix;

  public JsonSyntaxError(
      String code, int line, int column, String key, String message, String fix) {
    super(message, null, false, false);
    this.code = code;
    this.line = line;
    this.column = column;
    this.key = key;
    this.fix = fix;
  }

  /** Creates an error of the text as a whole. */
  public JsonSyntaxError(String code, String message, String fix) {
    this(code, 1, 1, "", message, fix);
  }

  /** Top-level key that the error concerns; empty = the text as a whole. */
  public String key() {
    return key;
  }

  public String code() {
    return code;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }

  public String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  public String fix() {
    return fix;
  }

  /**
   * Converts the error to a problem of a file's line; {@code text} is the line, if it could be
   * read.
   */
  public Problem problem(String file, int number, @Nullable String text) {
    boolean shown = text != null && text.length() <= MAX_SHOWN && column <= text.length() + 1;
    return new Problem(
        Severity.ERROR,
        code,
        new Place(file, number, column),
        message(),
        fix,
        shown ? text : null,
        1);
  }
}
