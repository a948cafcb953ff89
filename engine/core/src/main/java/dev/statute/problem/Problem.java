package dev.statute.problem;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong in a user's file, in the user's words.
 *
 * @param code stable identifier such as {@code C104}; {@code statute explain C104} tells more
 * @param place where the offending text begins
 * @param message what is, naming the values
 * @param fix one thing that would mend it; there always is one
 * @param line the line of the file that holds the offending text, if it was read from a file and is
 *     not longer than 500 characters
 * @param width number of characters of the offending text on that line, at least 1
 */
public record Problem(
    Severity severity,
    String code,
    Place place,
    String message,
    String fix,
    @Nullable String line,
    int width) {
  private static final int MAX_LINE = 500;

  /** A problem of all of {@code at}; its line is taken from the source it was read from. */
  public static Problem error(String code, SourceText at, String message, String fix) {
    return of(Severity.ERROR, code, at, message, fix);
  }

  /** As {@link #error}, but the file is still good to use. */
  public static Problem warning(String code, SourceText at, String message, String fix) {
    return of(Severity.WARNING, code, at, message, fix);
  }

  /** A problem at a place whose line is not at hand. */
  public static Problem error(String code, Place place, String message, String fix) {
    return new Problem(Severity.ERROR, code, place, message, fix, null, 1);
  }

  /** As {@link #error(String, Place, String, String)}, but the file is still good to use. */
  public static Problem warning(String code, Place place, String message, String fix) {
    return new Problem(Severity.WARNING, code, place, message, fix, null, 1);
  }

  private static Problem of(
      Severity severity, String code, SourceText at, String message, String fix) {
    Source source = at.source();
    Place place = at.place();
    String line = source == null ? null : source.line(place.line());
    int width = Math.max(1, at.value().length());
    if (line != null && line.length() > MAX_LINE) {
      line = null;
      width = 1;
    } else if (line != null) {
      width = Math.max(1, Math.min(width, line.length() - place.column() + 1));
    }
    return new Problem(severity, code, place, message, fix, line, width);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /**
   * The problem as compilers show it: {@code file:line:column: error C104: message}, the line with
   * a caret under the offending text, and the fix. No newline at the end.
   */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    String word = severity == Severity.ERROR ? "error" : "warning";
    out.append(place)
        .append(": ")
        .append(word)
        .append(' ')
        .append(code)
        .append(": ")
        .append(message);
    if (line != null) {
      String number = Integer.toString(place.line());
      String margin = " ".repeat(4 + number.length());
      String before = line.substring(0, Math.min(line.length(), place.column() - 1));
      out.append("\n    ").append(number).append(" | ").append(VisibleText.escape(line));
      out.append('\n').append(margin).append(" | ");
      VisibleText.escape(before).chars().forEach(c -> out.append(c == '\t' ? '\t' : ' '));
      out.append("^".repeat(width));
    }
    return out.append("\n      = fix: ").append(fix).toString();
  }
}
