package dev.statute.progress.internal.call;

/** Comments of shell command lines. A comment, such as the number of a try, changes no call. */
final class ShellComments {
  private ShellComments() {}

  /**
   * Removes comments. A line with a here-document or with an open quote stays as it is, and so does
   * one that is a comment as a whole.
   */
  static String remove(String line) {
    if (line.indexOf('#') < 0 || line.contains("<<")) {
      return line;
    }
    StringBuilder kept = new StringBuilder(line.length());
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
        kept.append(c);
        c = line.charAt(++i);
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'' || c == '`') {
        quote = c;
      } else if (c == '#' && begins(line, i)) {
        int end = line.indexOf('\n', i);
        i = (end < 0 ? line.length() : end) - 1;
        continue;
      }
      kept.append(c);
    }
    String run = kept.toString().strip();
    return quote != 0 || run.isEmpty() ? line : run;
  }

  /** Returns whether a sign begins a comment: it begins a word, and is no operator of SQL. */
  private static boolean begins(String line, int at) {
    boolean word = at == 0 || " \t\n;&|()".indexOf(line.charAt(at - 1)) >= 0;
    return word && !line.startsWith("#>", at) && !line.startsWith("#-", at);
  }
}
