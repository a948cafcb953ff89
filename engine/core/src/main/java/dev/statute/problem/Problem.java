package dev.statute.problem;

import org.jspecify.annotations.Nullable;

/**
 * Error or warning about a user's file.
 *
 * @param code stable identifier such as {@code C104}, explained by {@code statute explain C104}
 * @param place start of the offending text
 * @param message description of the problem, with the values involved
 * @param fix one suggested fix; never absent
 * @param line source line of the offending text; null if not read from a file or longer than 500
 *     characters
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

  /** Creates an error that covers all of {@code at}; the line is taken from its source. */
  public static Problem error(String code, SourceText at, String message, String fix) {
    return of(Severity.ERROR, code, at, message, fix);
  }

  /** Creates a warning that covers all of {@code at}; the file stays usable. */
  public static Problem warning(String code, SourceText at, String message, String fix) {
    return of(Severity.WARNING, code, at, message, fix);
  }

  /** Creates an error at a place without a source line. */
  public static Problem error(String code, Place place, String message, String fix) {
    return new Problem(Severity.ERROR, code, place, message, fix, null, 1);
  }

  /** Creates a warning at a place without a source line; the file stays usable. */
  public static Problem warning(String code, Place place, String message, String fix) {
    return new Problem(Severity.WARNING, code, place, message, fix, null, 1);
  }

  /**
   * Creates the error of a file on which Statute itself failed, with the place in the program, so
   * that it hides no problem of another file.
   *
   * @param place the file, or the part of it that was read
   */
  public static Problem unexpected(Place place, Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String message = thrown.getMessage();
    return error(
        "A204",
        place,
        "Statute failed here, so the rest of this is not checked: "
            + thrown.getClass().getSimpleName()
            + (message == null ? "" : ": " + message.lines().findFirst().orElse(""))
            + (trace.length == 0
                ? ""
                : ", at " + trace[0].getFileName() + ":" + trace[0].getLineNumber()),
        "say it in another way, and report this with the file: it is a fault of Statute");
  }

  private static Problem of(
      Severity severity, String code, SourceText at, String message, String fix) {
    Source source = at.source();
    Place place = at.place();
    int length = at.value().length();
    if (source == null || source.isSheet()) {
      int width = source == null ? Math.max(1, length) : 1;
      return new Problem(severity, code, place, message, fix, null, width);
    }
    String line = source.line(place.line());
    boolean isShort = line.length() <= MAX_LINE;
    int width = isShort ? Math.max(1, Math.min(length, line.length() - place.column() + 1)) : 1;
    return new Problem(severity, code, place, message, fix, isShort ? line : null, width);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /**
   * Formats the problem in the style of a compiler: {@code file:line:column: error C104: message},
   * the line with a caret under the offending text, and the fix. No newline at the end.
   */
  @Override
  public String toString() {
    String word = isError() ? "error" : "warning";
    StringBuilder out = new StringBuilder(place + ": " + word + " " + code + ": ");
    out.append(onOneLine(message));
    if (line != null) {
      String number = Integer.toString(place.line());
      String margin = " ".repeat(4 + number.length());
      String before = line.substring(0, Math.min(line.length(), place.column() - 1));
      out.append("\n    ").append(number).append(" | ").append(VisibleText.escape(line));
      out.append('\n').append(margin).append(" | ");
      VisibleText.escape(before).chars().forEach(c -> out.append(c == '\t' ? '\t' : ' '));
      out.append("^".repeat(width));
    }
    return out.append("\n      = fix: ").append(onOneLine(fix)).toString();
  }

  /** Escapes line ends too, so that a text of the file cannot look like another problem. */
  private static String onOneLine(String text) {
    return VisibleText.escape(text).replace("\n", "\\n");
  }
}
