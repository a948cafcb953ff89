package dev.statute.guard.internal.install;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
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

  private static final ObjectMapper MAPPER = new TomlMapper();

  private static final Pattern ESCAPED =
      Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))");

  private TomlText() {}

  /**
   * Checks that a file is TOML.
   *
   * @throws IllegalArgumentException if it is not; no program reads it then
   */
  static void requireValid(String file) {
    try {
      MAPPER.readTree(file.startsWith("\uFEFF") ? file.substring(1) : file);
    } catch (JsonProcessingException e) {
      String where = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw new IllegalArgumentException(
          "the file is not TOML" + where + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Adds tables at the end of a file, between two comments.
   *
   * @throws IllegalArgumentException if what comes of it is not TOML
   */
  static String withTables(String file, String tables) {
    String end = file.isEmpty() || file.endsWith("\n") ? "" : "\n";
    String changed = file + end + "# >>> statute guard\n" + tables + "# <<< statute guard\n";
    requireValid(changed);
    return changed;
  }

  /** Returns a text as a basic string. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        out.append("\\u%04X".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /** Returns the text of a basic string without its quotes. */
  static String unquoted(String string) {
    return ESCAPED.matcher(string).replaceAll(each -> Matcher.quoteReplacement(character(each)));
  }

  private static String character(MatchResult escape) {
    String code = escape.group(1) == null ? escape.group(2) : escape.group(1);
    if (code != null) {
      int point = Integer.parseUnsignedInt(code, 16);
      return Character.isValidCodePoint(point) ? Character.toString(point) : escape.group();
    }
    return switch (escape.group(3)) {
      case "b" -> "\b";
      case "t" -> "\t";
      case "n" -> "\n";
      case "f" -> "\f";
      case "r" -> "\r";
      default -> escape.group(3);
    };
  }

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
