package dev.statute.progress.internal.call;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text within a command line that a program reads as its input, from {@code <<WORD} to the line
 * {@code WORD}. It is no command, except of a shell or a database client.
 */
final class HereDocument {
  private static final Pattern START =
      Pattern.compile("(?<!<)<<(-?)[ \\t]*(['\"]?+)\\\\?([A-Za-z_][\\w.-]*+)\\2(?!['\"])");
  private static final Pattern INTERPRETER =
      Pattern.compile(
          "(?<![\\w.-])(?:bash|sh|zsh|dash|ksh|fish|su|pwsh|powershell|ssh"
              + "|psql|mysql|mariadb|sqlite3)(?![\\w.-])");

  /** Maximum number of starts without an end, each of which costs a search of the whole line. */
  private static final int MAX_ENDLESS = 16;

  private HereDocument() {}

  /** Returns a command line without documents; one without an end is kept. */
  static String removeAll(String line) {
    StringBuilder rest = new StringBuilder();
    int copied = 0;
    int headEnd = 0;
    int body = 0;
    boolean isRun = false;
    int endless = 0;
    QuoteScan quotes = new QuoteScan(line);
    Matcher start = START.matcher(line);
    for (int from = 0; endless < MAX_ENDLESS && start.find(from); ) {
      if (start.start() >= headEnd && start.start() < copied) {
        from = copied; // within a document
        continue;
      }
      from = start.end();
      if (quotes.scan(start.start())) {
        continue; // part of a text
      }
      if (start.start() >= headEnd) {
        int head = line.lastIndexOf('\n', start.start()) + 1;
        headEnd = nextLine(line, from);
        body = headEnd;
        isRun = INTERPRETER.matcher(line.substring(head, headEnd)).find();
      }
      int end = endLine(line, body, start.group(3), !start.group(1).isEmpty());
      if (end < 0) {
        endless++;
      } else {
        rest.append(line, copied, isRun ? end : body);
        body = nextLine(line, end);
        copied = body;
        quotes.skip(headEnd, copied);
      }
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
