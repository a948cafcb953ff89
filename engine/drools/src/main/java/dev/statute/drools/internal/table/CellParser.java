package dev.statute.drools.internal.table;

import dev.statute.drools.internal.table.CellTest.Absent;
import dev.statute.drools.internal.table.CellTest.Comparison;
import dev.statute.drools.internal.table.CellTest.Flag;
import dev.statute.drools.internal.table.CellTest.Range;
import dev.statute.drools.internal.table.CellTest.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the cells of conditions: the unary tests of DMN, and what spreadsheet programs make of
 * them: other quotes, dashes and signs. What may mean two things is refused.
 */
final class CellParser {
  private static final String NUMBER = "[-\u2212]?(?:\\d{1,15}(?:\\.\\d{1,9})?|\\.\\d{1,9})";
  private static final String SPACE = "[\\s\\p{Z}]*";
  private static final Pattern NEGATED_LIST =
      Pattern.compile("(?i:not)" + SPACE + "\\((.*)\\)", Pattern.DOTALL);
  private static final Pattern NEGATED = Pattern.compile("not[\\s\\p{Z}]+(.+)", Pattern.DOTALL);
  private static final Pattern COMPARISON =
      Pattern.compile(
          "(<=|>=|!=|<>|==|<|>|=|[\u2264\u2265\u2260\u2266\u2267\u2A7D\u2A7E\uFF1C\uFF1D\uFF1E])"
              + SPACE
              + "(.*)",
          Pattern.DOTALL);
  private static final Pattern RANGE =
      Pattern.compile(
          "([\\[\\](]?)%1$s(%2$s)%1$s\\.\\.%1$s(%2$s)%1$s([\\[\\])]?)".formatted(SPACE, NUMBER));
  private static final Pattern BARE_RANGE =
      Pattern.compile("%1$s%2$s%1$s\\.\\.%1$s%2$s%1$s".formatted(SPACE, NUMBER));
  private static final Pattern BEFORE_TEXT = Pattern.compile("[\\s\\p{Z}=]*");
  private static final Pattern WORDS =
      Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}_.:@#$*+'\u2019-]*(?: +[^ ]+)*");
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_.:@#$*+'\u2019-]*");

  /** Operators of DRL by those of spreadsheet programs and typesetting. */
  private static final Map<String, String> OPERATORS =
      Map.ofEntries(
          Map.entry("=", "=="),
          Map.entry("<>", "!="),
          Map.entry("\u2264", "<="),
          Map.entry("\u2266", "<="),
          Map.entry("\u2A7D", "<="),
          Map.entry("\u2265", ">="),
          Map.entry("\u2267", ">="),
          Map.entry("\u2A7E", ">="),
          Map.entry("\u2260", "!="),
          Map.entry("\uFF1C", "<"),
          Map.entry("\uFF1D", "=="),
          Map.entry("\uFF1E", ">"));

  /** Closing quotes by the opening one. */
  private static final Map<Character, String> QUOTES =
      Map.of(
          '"', "\"",
          '\'', "'",
          '\u201C', "\u201D",
          '\u201D', "\u201D",
          '\u201E', "\u201C\u201D",
          '\u2018', "\u2019",
          '\u201A', "\u2018\u2019",
          '\u00AB', "\u00BB",
          '\u00BB', "\u00AB\u00BB",
          '\u2039', "\u203A");

  /** Words that may mean a test. */
  private static final Set<String> AMBIGUOUS =
      Set.of(
          "empty",
          "blank",
          "nil",
          "none",
          "undefined",
          "missing",
          "any",
          "anything",
          "otherwise",
          "else");

  private static final Set<String> OPERATOR_WORDS = Set.of("or", "and", "not", "than", "between");

  private final String text;

  private CellParser(String text) {
    this.text = text;
  }

  /** Reads a cell that is not empty. */
  static CellTests parse(String text) throws CellException {
    Matcher list = NEGATED_LIST.matcher(text);
    Matcher negated = NEGATED.matcher(text);
    boolean isNegated = list.matches() || negated.matches();
    if (list.matches() && BARE_RANGE.matcher(list.group(1)).matches()) {
      String ends = strip(list.group(1));
      throw new CellException(
          "the parentheses in '" + text + "' may belong to not or to the range",
          "write not [" + ends + "] with both ends, or not ]" + ends + "[ without them");
    }
    String rest = list.matches() ? list.group(1) : isNegated ? negated.group(1) : text;
    return new CellTests(isNegated, new CellParser(rest).alternatives());
  }

  private List<CellTest> alternatives() throws CellException {
    List<CellTest> tests = new ArrayList<>();
    int start = 0;
    for (int at = 0; at <= text.length(); at++) {
      boolean startsText = BEFORE_TEXT.matcher(text.substring(start, at)).matches();
      String closing = startsText && at < text.length() ? QUOTES.get(text.charAt(at)) : null;
      if (closing != null) {
        at = end(at, closing);
      } else if (at == text.length() || isSeparator(at)) {
        tests.add(test(strip(text.substring(start, at))));
        start = at + 1;
      }
    }
    return tests;
  }

  private boolean isSeparator(int at) throws CellException {
    if (text.charAt(at) != ',') {
      return text.charAt(at) == '|';
    }
    if (at > 0
        && at + 1 < text.length()
        && Character.isDigit(text.charAt(at - 1))
        && Character.isDigit(text.charAt(at + 1))) {
      throw new CellException(
          "the comma in '" + text + "' may be part of a number or stand between two numbers",
          "write one number with a point and without a sign for thousands, such as 1000.5, or"
              + " several as 1 | 2");
    }
    return true;
  }

  /** Offset of the quote that ends a text, or the last one of a text that has quotes inside. */
  private int end(int open, String closing) throws CellException {
    for (int at = open + 1; at < text.length(); at++) {
      if (closing.indexOf(text.charAt(at)) >= 0) {
        return at;
      }
    }
    throw new CellException(
        "the quote before '" + text.substring(open + 1) + "' is never closed",
        "write the text with a quote on both sides: '" + text.substring(open + 1) + "'");
  }

  private static CellTest test(String part) throws CellException {
    if (part.isEmpty()) {
      throw new CellException("an alternative is empty", "write a value between the separators");
    }
    Text quoted = quoted(part);
    if (quoted != null) {
      return quoted;
    }
    Matcher range = RANGE.matcher(part);
    if (range.matches()) {
      return range(part, range);
    }
    Matcher comparison = COMPARISON.matcher(part);
    if (comparison.matches()) {
      return comparison(comparison);
    }
    if (part.matches(NUMBER)) {
      return new Comparison("==", number(part));
    }
    return switch (part.toLowerCase(Locale.ROOT)) {
      case "true" -> new Flag(true);
      case "false" -> new Flag(false);
      case "null" -> new Absent();
      default -> words(part);
    };
  }

  private static @Nullable Text quoted(String part) throws CellException {
    String closing = QUOTES.get(part.charAt(0));
    if (closing == null) {
      return null;
    }
    if (part.length() < 2 || closing.indexOf(part.charAt(part.length() - 1)) < 0) {
      throw new CellException(
          "there is text after the closing quote in " + part,
          "write one text in quotes, or several as 'a' | 'b'");
    }
    return new Text(part.substring(1, part.length() - 1), true);
  }

  private static CellTest comparison(Matcher comparison) throws CellException {
    String operator = OPERATORS.getOrDefault(comparison.group(1), comparison.group(1));
    String operand = comparison.group(2);
    if (operand.matches(NUMBER)) {
      return new Comparison(operator, number(operand));
    }
    if (operator.equals("==") && !operand.isEmpty() && !COMPARISON.matcher(operand).matches()) {
      return test(operand);
    }
    throw new CellException(
        "'" + operand + "' is not a number",
        operator.equals("!=")
            ? "write not a, or a number"
            : "write <, <=, > or >= before a number, such as <= 5");
  }

  private static Range range(String part, Matcher range) throws CellException {
    String before = range.group(1);
    String after = range.group(4);
    if (before.isEmpty() != after.isEmpty()) {
      throw new CellException(
          "'" + part + "' has a bracket on one side", "write 1..5, [1..5], ]1..5] or [1..5[");
    }
    String low = number(range.group(2));
    String high = number(range.group(3));
    boolean isLowClosed = before.isEmpty() || before.equals("[");
    boolean isHighClosed = after.isEmpty() || after.equals("]");
    int order = new BigDecimal(low).compareTo(new BigDecimal(high));
    if (order > 0 || (order == 0 && !(isLowClosed && isHighClosed))) {
      throw new CellException(
          "no number is in the range '" + part + "'",
          order > 0 ? "write the lower number first" : "write [" + low + ".." + high + "]");
    }
    return new Range(low, isLowClosed, high, isHighClosed);
  }

  private static Text words(String part) throws CellException {
    boolean isPlain = WORDS.matcher(part).matches();
    for (String word : part.split(" +")) {
      isPlain &=
          WORD.matcher(word).matches()
              && !word.contains("..")
              && !word.matches(NUMBER)
              && !OPERATOR_WORDS.contains(word.toLowerCase(Locale.ROOT));
    }
    if (isPlain && !AMBIGUOUS.contains(part.toLowerCase(Locale.ROOT))) {
      return new Text(part, false);
    }
    if (isPlain) {
      throw new CellException(
          "'" + part + "' may be a text or a test",
          "write - for any value, null for one that is not there, or '"
              + part
              + "' in quotes for the text");
    }
    throw new CellException(
        "'" + part + "' is neither a number nor a word",
        "write a number, < 5, <= 5, 1..5, true, null, a word, a | b, not a, or 'text' in quotes");
  }

  /** Returns a number as rules write it, with a fraction if it exceeds 32 bits. */
  private static String number(String written) {
    String number = written.replace('\u2212', '-').replaceFirst("^(-?)\\.", "$10.");
    return number.matches("-?\\d{10,}") ? number + ".0" : number;
  }

  private static String strip(String part) {
    return part.replaceAll("^" + SPACE + "|" + SPACE + "$", "");
  }
}
