package dev.statute.drools.internal.table;

import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Translation of a cell to constraints of a pattern: {@code <= 100}, {@code 1..5}, {@code ann |
 * bob}, {@code not ann}, {@code true}, a number, or a text.
 */
record CellCondition(TableCell cell, ProblemCollector problems) {
  private static final String NUMBER = "-?\\d{1,15}(?:\\.\\d{1,9})?";
  private static final Pattern COMPARISON = Pattern.compile("(<=|>=|!=|<|>|=)\\s*(.*)");
  private static final Pattern RANGE =
      Pattern.compile("(" + NUMBER + ")\\s*\\.\\.\\s*(" + NUMBER + ")");
  private static final Pattern NEGATION = Pattern.compile("not\\s+(.+)");

  /** Translates the test of a text property such as {@code event}; null after a problem. */
  @Nullable String ofProperty(String property) {
    return texts(cell.text(), property);
  }

  /**
   * Translates the test of a value that may be absent; null after a problem.
   *
   * @param owner expression of the values, such as {@code payload}
   */
  @Nullable String ofValue(String owner, String name) {
    String literal = TableText.literal(name);
    String test = value(owner, literal);
    return test == null ? null : owner + ".has(" + literal + "), " + test;
  }

  private @Nullable String value(String owner, String name) {
    String text = cell.text();
    String number = owner + ".num(" + name + ")";
    if (text.matches("true|false|TRUE|FALSE")) { // in capitals as spreadsheet programs save it
      return owner + ".flag(" + name + ") == " + text.toLowerCase(Locale.ROOT);
    }
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      return number
          + " >= "
          + literal(range.group(1))
          + ", "
          + number
          + " <= "
          + literal(range.group(2));
    }
    Matcher comparison = COMPARISON.matcher(text);
    if (comparison.matches()) {
      String operator = comparison.group(1).equals("=") ? "==" : comparison.group(1);
      return comparison.group(2).matches(NUMBER)
          ? number + " " + operator + " " + literal(comparison.group(2))
          : refuse("'" + comparison.group(2) + "' is not a number");
    }
    return text.matches(NUMBER)
        ? number + " == " + literal(text)
        : texts(text, owner + ".text(" + name + ")");
  }

  /** Returns a number as rules write it, with a fraction if it exceeds 32 bits. */
  private static String literal(String number) {
    return number.matches("-?\\d{10,}") ? number + ".0" : number;
  }

  private @Nullable String texts(String text, String subject) {
    Matcher negation = NEGATION.matcher(text);
    boolean isNegated = negation.matches();
    List<String> words = new ArrayList<>();
    for (String each : (isNegated ? negation.group(1) : text).split("\\|", -1)) {
      String word = each.strip();
      boolean isQuoted = word.length() > 1 && word.startsWith("'") && word.endsWith("'");
      if (word.isEmpty()) {
        return refuse("an alternative is empty");
      }
      if (!isQuoted && word.matches("[-\\d<>=!'.].*")) {
        return refuse("'" + word + "' is neither a number nor a word");
      }
      words.add(TableText.literal(isQuoted ? word.substring(1, word.length() - 1) : word));
    }
    String operator = isNegated ? " != " : " == ";
    return words.stream()
        .map(word -> subject + operator + word)
        .collect(Collectors.joining(isNegated ? " && " : " || "));
  }

  private @Nullable String refuse(String why) {
    problems.error(
        "R151",
        cell.place(),
        why,
        "write a number, < 5, <= 5, 1..5, true, a word, a | b, not a, or 'text' in single quotes");
    return null;
  }
}
