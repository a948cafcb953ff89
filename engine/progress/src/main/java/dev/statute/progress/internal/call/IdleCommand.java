package dev.statute.progress.internal.call;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Commands of a shell's line that do no work: pauses and words on the screen. With them or without,
 * and however long a pause is, a line is the same call.
 */
final class IdleCommand {
  /** A whole command that only waits, says something, or succeeds. */
  private static final Pattern PADDING =
      Pattern.compile(
          "\\s*+(?:(?:sleep|wait)(?:\\s++[\\w.]++)*+|true|:(?:\\s[^$`<>(){}\"']*+)?|"
              + "(?:echo|printf)(?:\\s(?:[^$`<>(){}\"'\\\\]|\\\\.|\"[^\"$`\\\\]*+\"|'[^']*+')*+)?)\\s*+");

  private IdleCommand() {}

  /**
   * Removes commands that do no work. A line with a here-document, a pipe into what follows or an
   * open quote stays as it is, and so does one of nothing else.
   */
  static String remove(String line) {
    if (line.contains("<<") || !mayHave(line)) {
      return line;
    }
    List<String> commands = new ArrayList<>();
    List<String> separators = new ArrayList<>();
    int begin = 0;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && quote != '\'') {
        i++;
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'' || c == '`') {
        quote = c;
      } else if (c == '(' || c == ')' || c == '{' || c == '}') {
        return line; // groups and substitutions
      } else if (c == ';' || c == '\n' || c == '&' || c == '|') {
        int end = i + 1 < line.length() && line.charAt(i + 1) == c && c != '\n' ? i + 2 : i + 1;
        boolean isRedirection = c == '&' && isBesideRedirection(line, i);
        if (!isRedirection) {
          commands.add(line.substring(begin, i));
          separators.add(line.substring(i, end));
          begin = end;
        }
        i = end - 1;
      }
    }
    commands.add(line.substring(begin));
    separators.add("");
    return quote != 0 ? line : joined(line, commands, separators);
  }

  private static boolean mayHave(String line) {
    return line.contains("sleep")
        || line.contains("wait")
        || line.contains("echo")
        || line.contains("printf")
        || line.contains("true")
        || line.contains(":");
  }

  private static boolean isBesideRedirection(String line, int at) {
    return (at > 0 && line.charAt(at - 1) == '>')
        || (at + 1 < line.length() && line.charAt(at + 1) == '>');
  }

  private static String joined(String line, List<String> commands, List<String> separators) {
    StringBuilder kept = new StringBuilder();
    String before = "";
    for (int i = 0; i < commands.size(); i++) {
      boolean isPiped = separators.get(i).equals("|") || before.equals("|");
      boolean isPadding = !isPiped && PADDING.matcher(commands.get(i)).matches();
      if (!isPadding && !commands.get(i).isBlank()) {
        kept.append(kept.isEmpty() ? "" : before).append(commands.get(i));
      }
      if (!isPadding) {
        before = separators.get(i);
      }
    }
    String rest = kept.toString().strip();
    return rest.isEmpty() ? line : rest;
  }
}
