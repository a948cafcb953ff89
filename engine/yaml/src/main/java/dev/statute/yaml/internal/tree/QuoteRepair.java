package dev.statute.yaml.internal.tree;

import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;

/** Estimate of the intended extent of a text that YAML cut, and its line with quotes. */
public final class QuoteRepair {
  /**
   * Maximum length to search. No author writes longer lines; a longer search would make hostile
   * files expensive.
   */
  private static final int MAX = 500;

  private QuoteRepair() {}

  /**
   * Returns the intended end of the value that begins at {@code start}: the end of its line, before
   * a comment, or, inside {@code {}} or {@code []}, before the comma of the next key or the bracket
   * that closes the collection. Brackets and quotes inside the value are skipped.
   */
  public static int extent(String content, int start) {
    boolean flow = isInFlow(content, start);
    int depth = 0;
    int at = start;
    scan:
    while (at < content.length() && at < start + MAX) {
      char c = content.charAt(at);
      switch (c) {
        case '\n', '\r' -> {
          break scan;
        }
        case '(', '[', '{' -> depth++;
        case ')', ']', '}' -> {
          if (--depth < 0 && flow) {
            break scan;
          }
        }
        case '\'', '"' -> at = afterQuote(content, at) - 1;
        case ',' -> {
          if (flow && depth <= 0 && isKeyNext(content, at + 1)) {
            break scan;
          }
        }
        case '#' -> {
          if (at > start && isBlank(content.charAt(at - 1))) {
            break scan;
          }
        }
        default -> {}
      }
      at++;
    }
    while (at > start && isBlank(content.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  /** Returns the text from {@code start} to its intended end on the line. */
  public static SourceText intendedText(SourceText start) {
    Source source = start.source();
    if (source == null) {
      return start;
    }
    int from = source.offset(start.place());
    return slice(source, from, extent(source.content(), from));
  }

  /**
   * Returns the text from the start of one to the end of another on the same line, else the first.
   */
  public static SourceText upTo(SourceText first, SourceText last) {
    Source source = first.source();
    Place end = last.placeAt(last.value().length());
    return source == null || first.place().line() != end.line()
        ? first
        : slice(source, source.offset(first.place()), source.offset(end));
  }

  private static SourceText slice(Source source, int start, int end) {
    return SourceText.of(
        source.content().substring(start, end), offset -> source.place(start + offset), source);
  }

  /** Returns whether only a comma or a closing bracket follows on the line, without a colon. */
  public static boolean isTruncated(SourceText key) {
    Source source = key.source();
    if (source == null) {
      return false;
    }
    int at = source.offset(key.placeAt(key.value().length()));
    while (at < source.content().length() && isBlank(source.content().charAt(at))) {
      at++;
    }
    return at < source.content().length() && ",}]".indexOf(source.content().charAt(at)) >= 0;
  }

  /** Returns the line of {@code at}, with all of {@code at} in quotes. */
  public static String fix(SourceText at) {
    Source source = at.source();
    if (source == null) {
      return "quote it: " + quoted(at.value());
    }
    String content = source.content();
    int start = source.offset(at.place());
    int end = start;
    while (end < content.length() && end < start + at.value().length() && !isBreak(content, end)) {
      end++;
    }
    int first = start;
    while (first > 0 && !isBreak(content, first - 1) && start - first < MAX) {
      first--;
    }
    int last = end;
    while (last < content.length() && !isBreak(content, last) && last - end < MAX) {
      last++;
    }
    String quoted = quoted(content.substring(start, end));
    return last - first > MAX
        ? "quote it: " + quoted
        : "quote it: "
            + (content.substring(first, start) + quoted + content.substring(end, last)).strip();
  }

  private static boolean isBreak(String content, int at) {
    return content.charAt(at) == '\n' || content.charAt(at) == '\r';
  }

  private static String quoted(String text) {
    return text.indexOf('"') < 0 && text.indexOf('\\') < 0
        ? '"' + text + '"'
        : '\'' + text.replace("'", "''") + '\'';
  }

  /** Returns whether a bracket opened on this line is still open at {@code offset}. */
  static boolean isInFlow(String content, int offset) {
    int at = offset;
    while (at > 0
        && at > offset - MAX
        && content.charAt(at - 1) != '\n'
        && content.charAt(at - 1) != '\r') {
      at--;
    }
    int depth = 0;
    while (at < offset) {
      char c = content.charAt(at);
      if (c == '"' || c == '\'') {
        at = Math.min(afterQuote(content, at), offset) - 1;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      }
      at++;
    }
    return depth > 0;
  }

  /**
   * Returns the offset behind the quote that closes on this line, or behind a single quote mark.
   */
  static int afterQuote(String content, int open) {
    char quote = content.charAt(open);
    for (int at = open + 1; at < content.length() && at < open + MAX; at++) {
      char c = content.charAt(at);
      if (c == '\n' || c == '\r') {
        break;
      }
      if (c == '\\' && quote == '"') {
        at++;
      } else if (c == quote) {
        return at + 1;
      }
    }
    return open + 1;
  }

  private static boolean isKeyNext(String content, int from) {
    int at = from;
    while (at < content.length() && isBlank(content.charAt(at))) {
      at++;
    }
    if (at < content.length() && (content.charAt(at) == '"' || content.charAt(at) == '\'')) {
      at = afterQuote(content, at);
    } else {
      int word = at;
      while (at < content.length() && isWord(content.charAt(at))) {
        at++;
      }
      if (at == word) {
        return false;
      }
    }
    return at + 1 < content.length()
        && content.charAt(at) == ':'
        && isBlank(content.charAt(at + 1));
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '*';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
