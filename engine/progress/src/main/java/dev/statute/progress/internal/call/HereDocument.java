package dev.statute.progress.internal.call;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text within a command line that a program reads as its input, from {@code <<WORD} to the line
 * {@code WORD}. It is no command, except of a shell or a database client.
 */
final class HereDocument {
  private static final Pattern START =
      Pattern.compile("(?<!<)<<(-?)[ \\t]*[\\\\'\"]?([A-Za-z_][\\w.-]*)['\"]?");
  private static final Pattern INTERPRETER =
      Pattern.compile(
          "(?<![\\w.-])(?:bash|sh|zsh|dash|ksh|fish|ssh|psql|mysql|mariadb|sqlite3)(?![\\w.-])");

  private HereDocument() {}

  /** Returns a command line without documents; one without an end is kept. */
  static String removeAll(String line) {
    StringBuilder rest = new StringBuilder();
    int copied = 0;
    Matcher start = START.matcher(line);
    while (start.find(copied)) {
      int body = line.indexOf('\n', start.end()) + 1;
      int end = body == 0 ? -1 : endLine(line, body, start.group(2), !start.group(1).isEmpty());
      if (end < 0) {
        break;
      }
      int head = line.lastIndexOf('\n', start.start()) + 1;
      boolean isRun = INTERPRETER.matcher(line.substring(head, body)).find();
      rest.append(line, copied, isRun ? end : body);
      copied = nextLine(line, end);
    }
    return rest.append(line, copied, line.length()).toString();
  }

  /** Returns the start of the line that ends a document, or -1. */
  private static int endLine(String line, int body, String word, boolean indented) {
    for (int at = body; at < line.length(); at = nextLine(line, at)) {
      String text = line.substring(at, nextLine(line, at)).stripTrailing();
      if ((indented ? text.stripLeading() : text).equals(word)) {
        return at;
      }
    }
    return -1;
  }

  private static int nextLine(String line, int at) {
    int end = line.indexOf('\n', at);
    return end < 0 ? line.length() : end + 1;
  }
}
