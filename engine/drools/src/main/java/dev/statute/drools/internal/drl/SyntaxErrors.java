package dev.statute.drools.internal.drl;

import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.drl.parser.ParserError;
import org.jspecify.annotations.Nullable;

/**
 * Messages for syntax errors of the DRL parser. Only its first error is reported: later ones result
 * from the parser's recovery.
 */
final class SyntaxErrors {
  private static final Pattern FOUND =
      Pattern.compile("(?:mismatched input|no viable alternative at input) '([^']*)'");
  private static final Pattern RULE = Pattern.compile("in rule \"([^\"]*)\"");
  private static final Pattern BINDING = Pattern.compile("(\\$\\w+)$");
  private static final com.google.re2j.Pattern TEXTS =
      com.google.re2j.Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"|//[^\\n]*|/\\*(?s:.*?)\\*/");
  private static final Pattern SLANTED =
      Pattern.compile("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]");
  private static final List<String> TOP =
      List.of("package", "import", "rule", "declare", "function", "global", "query");
  private static final List<String> IN_RULE =
      List.of("when", "then", "end", "salience", "not", "exists", "and", "or", "from");

  private SyntaxErrors() {}

  static Problem firstProblem(DrlFile file, List<ParserError> errors) {
    if (errors.isEmpty()) {
      return Problem.error(
          "R101", file.wordAt(0), "this is not DRL", "begin with package, imports and rules");
    }
    SourceText slanted = slantedQuote(file);
    if (slanted != null) {
      return Problem.error(
          "R101", slanted, "'" + slanted + "' is no quote here", "write \" on both sides");
    }
    ParserError error = errors.get(0);
    SourceText at = at(file, error);
    String rule = group(RULE, error.getMessage());
    String suffix = rule == null ? "" : " in rule '" + rule + "'";
    SourceText open = rule == null ? openQuote(file) : null;
    if (open != null) {
      return Problem.error(
          "R101", open, "this quote is not closed on its line", "close it with \"");
    }
    if (at.value().isBlank()) {
      return Problem.error(
          "R101",
          at,
          "the file ends too early" + suffix,
          "is 'end', a quote or a bracket missing?");
    }
    List<String> expected = rule == null ? TOP : IN_RULE;
    String hint = hint(at.value(), before(file, error));
    return Problem.error(
        "R101",
        at,
        "did not expect '" + at.value() + "' here" + suffix,
        expected.contains(at.value()) ? hint : SpellingSuggestion.fix(at.value(), expected, hint));
  }

  /** Text of the file up to the offending token. */
  private static String before(DrlFile file, ParserError error) {
    return file.content().substring(0, file.offset(error.getRow(), error.getCol())).stripTrailing();
  }

  private static String hint(String word, String before) {
    String line = before.substring(before.lastIndexOf('\n') + 1).strip();
    if (line.startsWith("package ")) {
      return "a package has letters, digits and '_', with dots between: my_team.rules";
    }
    if (line.matches("rule\\s+[\\w -]+")) {
      return "put the rule's name in quotes";
    }
    if (line.matches("rule\\s+\"[^\"]*\"") && word.equals("if")) {
      return "write 'when' before the conditions";
    }
    if (word.equals("end") && before.lastIndexOf("insert") > lastWord(before, "then")) {
      return "write 'then' between the conditions and what is inserted";
    }
    if (word.equals("and") || word.equals("or")) {
      return "inside a pattern write " + (word.equals("and") ? "a comma, or &&" : "||");
    }
    if (word.equals("in")) {
      return "write in ( …, … ), with round brackets";
    }
    if (line.matches(".*\\bnot")) {
      return "inside a pattern write != or !( … )";
    }
    Matcher unbound = BINDING.matcher(line);
    if (unbound.find() && Character.isUpperCase(word.charAt(0))) {
      return "write " + unbound.group(1) + " : " + word + "(";
    }
    if (word.equals(")") && line.matches(".*[,&|<>=!+*/-]")) {
      return "a condition or a value is missing before it";
    }
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

  /** Place of the error: Drools' place, except at the end of the file, where it has none. */
  private static SourceText at(DrlFile file, ParserError error) {
    String found = group(FOUND, error.getMessage());
    if (found == null || found.isEmpty() || found.equals("<eof>")) {
      int end = file.content().stripTrailing().length();
      return file.text(end, end + 1);
    }
    return file.wordAt(file.offset(error.getRow(), error.getCol()));
  }

  private static int lastWord(String text, String word) {
    Matcher matcher = Pattern.compile("\\b" + word + "\\b").matcher(text);
    int last = -1;
    while (matcher.find()) {
      last = matcher.start();
    }
    return last;
  }

  /** Finds a typographic quote outside texts and comments, or null. */
  private static @Nullable SourceText slantedQuote(DrlFile file) {
    StringBuilder bare = new StringBuilder(file.content());
    com.google.re2j.Matcher text = TEXTS.matcher(file.content());
    while (text.find()) {
      for (int at = text.start(); at < text.end(); at++) {
        bare.setCharAt(at, ' ');
      }
    }
    Matcher found = SLANTED.matcher(bare);
    return found.find() ? file.text(found.start(), found.end()) : null;
  }

  /** Finds the first double quote that its line does not close, comments excluded, or null. */
  private static @Nullable SourceText openQuote(DrlFile file) {
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
