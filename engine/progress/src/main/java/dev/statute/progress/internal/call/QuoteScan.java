package dev.statute.progress.internal.call;

/**
 * Scan of a command line for quotes and comments: tells whether a place is within one, and not
 * within a substitution in a quoted text.
 */
final class QuoteScan {
  private final String line;

  /**
   * Signs that opened a quote, a comment or a group and are not closed, the last one at the end.
   */
  private final StringBuilder open = new StringBuilder();

  private int at;
  private int skipFrom;
  private int skipTo;

  QuoteScan(String line) {
    this.line = line;
  }

  /** Leaves out a part of the line that is still to be scanned. */
  void skip(int from, int to) {
    skipFrom = from;
    skipTo = to;
  }

  /** Scans up to an index; returns whether it is within a quoted text or a comment. */
  boolean scan(int to) {
    for (; at < to; at++) {
      at = at >= skipFrom && at < skipTo ? skipTo : at;
      char c = line.charAt(at);
      char last = last();
      if (last == '\'' || last == '#') {
        close(c == (last == '#' ? '\n' : last));
      } else if (c == '\\') {
        at++;
      } else if (c == '"') {
        toggle(c, last);
      } else if (last != '"' && (c == '\'' || c == '(')) {
        open.append(c);
      } else if (last == '"' && line.startsWith("$(", at)) {
        open.append('(');
        at++;
      } else if (c == ')') {
        close(last == '(');
      } else if (c == '#' && last != '"' && isWordStart()) {
        open.append(c);
      }
    }
    return last() == '"' || last() == '\'' || last() == '#';
  }

  private char last() {
    return open.isEmpty() ? 0 : open.charAt(open.length() - 1);
  }

  private void toggle(char quote, char last) {
    if (last == quote) {
      close(true);
    } else {
      open.append(quote);
    }
  }

  private void close(boolean closes) {
    open.setLength(open.length() - (closes ? 1 : 0));
  }

  private boolean isWordStart() {
    return at == 0 || " \t\n;&|(".indexOf(line.charAt(at - 1)) >= 0;
  }
}
