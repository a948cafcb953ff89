package dev.statute.guard.internal.install;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of a TOML file, as far as it tells where a key or the header of a table begins. */
final class TomlText {
  /** String over several lines, other string, comment, other characters, or a single one. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"(?:[^\"\\\\]|\\\\[\\s\\S]|\"(?!\"\"))*+\"{3,5}|'''(?:[^']|'(?!''))*+'{3,5}"
              + "|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'[^'\\n]*+'"
              + "|#[^\\n]*+|[^\"'#\\[\\]{}\\n]++|[\\s\\S]");

  private TomlText() {}

  /** Splits a file into lines, each with its end; a value over several lines is in one of them. */
  static List<String> lines(String file) {
    List<String> lines = new ArrayList<>();
    Matcher token = TOKEN.matcher(file);
    int depth = 0;
    int begin = 0;
    while (token.find()) {
      switch (file.charAt(token.start())) {
        case '[', '{' -> depth++;
        case ']', '}' -> depth = Math.max(0, depth - 1);
        default -> {}
      }
      if (token.end() == file.length() || (depth == 0 && token.group().equals("\n"))) {
        lines.add(file.substring(begin, token.end()));
        begin = token.end();
      }
    }
    return lines;
  }
}
