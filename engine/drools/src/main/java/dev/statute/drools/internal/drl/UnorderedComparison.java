package dev.statute.drools.internal.drl;

import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import java.util.Collection;
import java.util.List;

/**
 * Comparison of the order of numbers, one of which may be NaN: what is no number is neither less
 * nor greater, so neither the comparison nor its negation holds. The rule engine takes NaN for less
 * than every number. The comparison is therefore compiled together with tests for NaN.
 */
public final class UnorderedComparison {
  private final String content;
  private final Binary comparison;

  private UnorderedComparison(String content, Binary comparison) {
    this.content = content;
    this.comparison = comparison;
  }

  /**
   * Adds what to compile, and an omitted left operand, because the rule engine would take that from
   * the tests that precede.
   *
   * @param content text of the file
   * @param comparison a comparison by any operator
   * @param unordered operands that may be NaN if the operator is one of order, else none; the rule
   *     engine computes {@code a > b} rightly if {@code a} is one of them and nothing is computed
   * @param negated true below an odd number of {@code !}
   * @param all receives the insertions; has the replacements in the operands
   */
  public static void compile(
      String content,
      Binary comparison,
      List<DrlExpression> unordered,
      boolean negated,
      Collection<TextReplacement> all) {
    new UnorderedComparison(content, comparison).addTo(all, unordered, negated);
  }

  private void addTo(
      Collection<TextReplacement> all, List<DrlExpression> unordered, boolean negated) {
    String left = isShort() ? written(comparison.left(), all) + " " : "";
    boolean less =
        comparison.operator().startsWith("<")
            || !unordered.contains(comparison.left())
            || comparison.parts().stream().anyMatch(UnorderedComparison::isComputed);
    StringBuilder tests = new StringBuilder();
    if (negated || less) {
      for (DrlExpression each : unordered) {
        String test = "Double.isNaN(" + written(each, List.of()) + ")";
        tests.append(negated ? " || " : " && !").append(test);
      }
    }
    boolean grouped = negated && !tests.isEmpty();
    insert(all, start(), (grouped ? "(" : "") + left);
    insert(all, end(), tests + (grouped ? ")" : ""));
  }

  private static void insert(Collection<TextReplacement> all, int at, String text) {
    if (!text.isEmpty()) {
      all.add(new TextReplacement(at, at, text));
    }
  }

  private static boolean isComputed(DrlExpression operand) {
    return (operand instanceof Binary || operand instanceof Unary) && !isLiteral(operand);
  }

  /** Tests for a number, with or without a sign. */
  public static boolean isLiteral(DrlExpression operand) {
    return operand instanceof Literal
        || (operand instanceof Unary sign && sign.operand() instanceof Literal);
  }

  /** Tests for a left operand that is omitted, because it is that of the comparison before. */
  private boolean isShort() {
    return tokens(comparison.left().end(), comparison.operatorStart()).stream()
        .anyMatch(token -> !token.is(")"));
  }

  /** Offset before the left operand and the parentheses around it. */
  private int start() {
    return isShort()
        ? comparison.operatorStart()
        : opening(comparison.left().start(), comparison.operatorStart());
  }

  /** Offset after the right operand and the parentheses around it. */
  private int end() {
    int from = comparison.operatorStart() + comparison.operator().length();
    return closing(from, comparison.right().end());
  }

  /** Text of an operand with the parentheses around its own operands, and with replacements. */
  private String written(DrlExpression operand, Collection<TextReplacement> all) {
    int start = opening(operand.start(), operand.end());
    String text = content.substring(start, closing(start, operand.end()));
    List<TextReplacement> parts = all.stream().filter(each -> each.start() < each.end()).toList();
    return TextReplacement.apply(text, start, parts);
  }

  /** Offset of the first parenthesis that is closed in a range and opened before it. */
  private int opening(int from, int to) {
    int depth = 0;
    int open = 0;
    for (DrlToken token : tokens(from, to)) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      open = Math.min(open, depth);
    }
    int at = from;
    for (; open < 0; open++) {
      at = content.lastIndexOf('(', at - 1);
    }
    return at;
  }

  /** Offset after the last parenthesis that is opened in a range and closed after it. */
  private int closing(int from, int to) {
    int depth = 0;
    for (DrlToken token : tokens(from, to)) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
    }
    int at = to;
    for (; depth > 0; depth--) {
      at = content.indexOf(')', at) + 1;
    }
    return at;
  }

  private List<DrlToken> tokens(int from, int to) {
    return DrlLexer.tokens(content.substring(from, to), from, false).stream()
        .filter(token -> token.kind() != DrlToken.Kind.END)
        .toList();
  }
}
