package dev.statute.drools.internal.drl;

import dev.statute.problem.Problem;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.drl.parser.ParserError;
import org.jspecify.annotations.Nullable;

/**
 * Says what the DRL parser could not read. Only its first error counts: what follows is about the
 * parser's recovery, not about the file.
 */
final class SyntaxErrors {
  private static final Pattern FOUND =
      Pattern.compile("(?:mismatched input|no viable alternative at input) '([^']*)'");
  private static final Pattern RULE = Pattern.compile("in rule \"([^\"]*)\"");
  private static final List<String> TOP =
      List.of("package", "import", "rule", "declare", "function", "global", "query");
  private static final List<String> IN_RULE =
      List.of("when", "then", "end", "salience", "not", "exists", "and", "or", "from");

  private SyntaxErrors() {}

  static Problem first(DrlFile file, List<ParserError> errors) {
    if (errors.isEmpty()) {
      return Problem.error(
          "R101", file.wordAt(0), "this is not DRL", "begin with package, imports and rules");
    }
    ParserError error = errors.get(0);
    Text at = at(file, error);
    String rule = group(RULE, error.getMessage());
    String where = rule == null ? "" : " in rule '" + rule + "'";
    Text open = rule == null ? openQuote(file) : null;
    if (open != null) {
      return Problem.error(
          "R101", open, "this quote is not closed on its line", "close it with \"");
    }
    if (at.value().isBlank()) {
      return Problem.error(
          "R101", at, "the file ends too early" + where, "is 'end', a quote or a bracket missing?");
    }
    List<String> expected = rule == null ? TOP : IN_RULE;
    String near = expected.contains(at.value()) ? null : Suggest.nearest(at.value(), expected);
    return Problem.error(
        "R101",
        at,
        "did not expect '" + at.value() + "' here" + where,
        near == null ? hint(at.value()) : "did you mean '" + near + "'?");
  }

  private static String hint(String word) {
    if (word.startsWith("#")) {
      return "a comment begins with // here";
    }
    if (word.equals("=")) {
      return "write == to compare";
    }
    return List.of("then", "end", "when").contains(word)
        ? "is a bracket, a comma or a quote missing before it?"
        : "look just before it: a comma, a bracket or 'and' may be missing";
  }

  /** Drools' place is the offending word's, save at the end of the file, where it is none. */
  private static Text at(DrlFile file, ParserError error) {
    String found = group(FOUND, error.getMessage());
    if (found == null || found.isEmpty() || found.equals("<eof>")) {
      int end = file.content().stripTrailing().length();
      return file.text(end, end + 1);
    }
    return file.wordAt(file.offset(error.getRow(), error.getCol()));
  }

  /** The first double quote that its line does not close, or null; comments are passed over. */
  private static @Nullable Text openQuote(DrlFile file) {
    String content = file.content();
    int open = -1;
    for (int at = 0; at < content.length(); at++) {
      char c = content.charAt(at);
      if (open >= 0) {
        if (c == '\n') {
          return file.text(open, at);
        }
        at += c == '\\' ? 1 : 0;
        open = c == '"' ? -1 : open;
      } else if (c == '"') {
        open = at;
      } else if (content.startsWith("//", at) || content.startsWith("/*", at)) {
        int end = content.indexOf(content.startsWith("//", at) ? "\n" : "*/", at + 2);
        at = end < 0 ? content.length() : end;
      }
    }
    return open < 0 ? null : file.text(open, content.length());
  }

  private static @Nullable String group(Pattern pattern, String message) {
    Matcher matcher = pattern.matcher(message);
    return matcher.find() ? matcher.group(1) : null;
  }
}
