package dev.statute.yaml.internal.tree;

import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Syntax error of YAML, described in plain words instead of SnakeYAML's.
 *
 * @param offset where the parser stopped
 * @param contextOffset start of the construct that it was reading
 * @param isOpenQuote whether it stopped because an earlier quote was not closed on its line
 */
record SyntaxFailure(int offset, int contextOffset, boolean isOpenQuote, Problem problem) {
  private static final Pattern FOREIGN_SPACE =
      Pattern.compile(
          "(?m)(?:^ *|[:,\\[{-])(?<space>[\\u00A0\\u2000-\\u200B\\u202F\\u205F\\u3000\\uFEFF])");

  /** Description of the error, its offset and a fix. */
  private record FailureText(int place, String message, String fix) {}

  static SyntaxFailure of(SourceLines lines, String content, RuntimeException thrown) {
    if (!(thrown instanceof MarkedYAMLException marked)) {
      SourceText at = lines.firstLine(0, lines.content().length());
      return new SyntaxFailure(
          0,
          0,
          false,
          Problem.error("C103", at, "YAML cannot read this file", "look at its escapes"));
    }
    int offset = offset(lines, marked.getProblemMark(), 0);
    int context = offset(lines, marked.getContextMark(), offset);
    UnclosedQuote quote = UnclosedQuote.before(lines, content, offset);
    FailureText space = foreignSpace(lines, context, offset);
    FailureText words =
        space != null
            ? space
            : quote == null ? describe(lines, marked, offset, context) : describe(lines, quote);
    int end = space == null ? lines.content().length() : words.place + 1;
    SourceText at = lines.firstLine(words.place, end);
    return new SyntaxFailure(
        offset, context, quote != null, Problem.error("C103", at, words.message, words.fix));
  }

  private static int offset(SourceLines lines, @Nullable Mark mark, int otherwise) {
    return mark == null ? otherwise : lines.offset(mark.getIndex());
  }

  /**
   * Returns a space that YAML does not take for one, on the lines of the failure, where it
   * separates a key from its value or indents a line; else null.
   */
  private static @Nullable FailureText foreignSpace(SourceLines lines, int from, int to) {
    int end = lines.start(lines.source().place(to).line() + 1);
    Matcher found =
        FOREIGN_SPACE
            .matcher(lines.content())
            .region(lines.start(lines.source().place(from).line()), end);
    if (!found.find()) {
      return null;
    }
    int space = found.group("space").charAt(0);
    return new FailureText(
        found.start("space"),
        "here stands U+%04X %s, which YAML does not take for a space"
            .formatted(space, Character.getName(space)),
        "write a plain space");
  }

  private static FailureText describe(SourceLines lines, UnclosedQuote quote) {
    return new FailureText(
        quote.start(),
        "this quote is closed only at "
            + abbreviate(lines, quote.end() - 1)
            + ", and what follows there does not fit",
        "close it on its own line");
  }

  private static FailureText describe(
      SourceLines lines, MarkedYAMLException thrown, int offset, int context) {
    String problem = thrown.getProblem() == null ? "" : thrown.getProblem();
    String reading = thrown.getContext() == null ? "" : thrown.getContext();
    if (problem.contains("(TAB)")) {
      return new FailureText(
          offset, "a tab stands here; YAML is indented with spaces", "use spaces instead");
    }
    if (problem.startsWith("mapping values are not allowed")) {
      return misplacedColon(lines, offset);
    }
    if (reading.contains("quoted scalar") && problem.startsWith("found unexpected")) {
      return new FailureText(context, "this quote is never closed", "close it");
    }
    if (problem.startsWith("found unknown escape character")) {
      return new FailureText(
          offset, "YAML knows no such escape", "write the backslash twice, or use single quotes");
    }
    if (reading.startsWith("while parsing a flow")) {
      return openBracket(lines, problem, offset, context);
    }
    if (reading.startsWith("while parsing a block")) {
      int tab = indentingTab(lines, context, offset);
      if (tab >= 0) {
        return new FailureText(
            tab, "a tab stands here; YAML is indented with spaces", "use spaces instead");
      }
      return new FailureText(
          offset,
          "this does not line up with what begins at " + abbreviate(lines, context),
          "indent it by "
              + (lines.source().place(context).column() - 1)
              + " spaces, or deeper than its key");
    }
    if (reading.startsWith("while scanning a simple key")) {
      return new FailureText(
          context, "a key without ':'", "write a ':' and a blank behind the key");
    }
    if (problem.startsWith("found character") && problem.contains("cannot start any token")) {
      return new FailureText(
          offset, "no YAML value may begin with this character", "quote the value");
    }
    if (problem.startsWith("expected '<document start>'")) {
      return new FailureText(
          offset,
          "nothing may follow here: the file's one value has ended",
          "check the indentation");
    }
    return new FailureText(
        offset, "YAML cannot read this: " + problem, "check the indentation and quotes");
  }

  /**
   * Returns the offset of a tab before the first word of a line, which YAML read as text of the
   * previous line; or -1.
   */
  private static int indentingTab(SourceLines lines, int from, int to) {
    for (int line = lines.source().place(from).line() + 1;
        line <= lines.source().place(to).line();
        line++) {
      String text = text(lines, line);
      int tab = text.indexOf('\t');
      if (tab >= 0 && text.substring(0, tab).isBlank() && !text.isBlank()) {
        return lines.start(line) + tab;
      }
    }
    return -1;
  }

  private static FailureText openBracket(
      SourceLines lines, String problem, int offset, int context) {
    String open =
        lines.content().substring(context, Math.min(context + 1, lines.content().length()));
    if (!open.equals("{") && !open.equals("[")) {
      return new FailureText(
          offset, "this does not fit in here", "look for a missing key or quote");
    }
    if (problem.contains("<stream end>") || problem.contains("<document")) {
      return new FailureText(context, "this '" + open + "' is never closed", "close it");
    }
    return new FailureText(
        offset,
        "the '"
            + open
            + "' at "
            + abbreviate(lines, context)
            + " is still open, and this does not fit in",
        "close it before this, or add a missing comma or quote");
  }

  /** Describes a key within the text of the previous line, or a second one on a line. */
  private static FailureText misplacedColon(SourceLines lines, int offset) {
    int line = lines.source().place(offset).line();
    String before = lines.content().substring(lines.start(line), offset);
    int above = line - 1;
    while (above >= 1 && text(lines, above).isBlank()) {
      above--;
    }
    String previous = above < 1 ? "" : text(lines, above);
    int start = lines.start(line) + before.length() - before.stripLeading().length();
    if (before.contains(": ") || previous.isEmpty()) {
      return new FailureText(
          offset, "a second ': ' on one line has no meaning", "quote the text that contains it");
    }
    if (previous.contains(": ")) {
      return new FailureText(
          start,
          "this is indented deeper than the line above, which already has its value",
          "indent it as far as the line above");
    }
    int missing = lines.start(above) + previous.length() - previous.stripLeading().length();
    return new FailureText(missing, "this key has no ':' behind it", "write a ':' behind it");
  }

  private static String text(SourceLines lines, int line) {
    return lines.content().substring(lines.start(line), lines.start(line + 1)).stripTrailing();
  }

  private static String abbreviate(SourceLines lines, int offset) {
    return lines.source().place(offset).line() + ":" + lines.source().place(offset).column();
  }
}
