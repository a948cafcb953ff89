package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.SyntaxTree.Binary;
import dev.statute.expr.internal.syntax.SyntaxTree.Literal;
import dev.statute.expr.internal.syntax.SyntaxTree.Logic;
import dev.statute.expr.internal.syntax.SyntaxTree.Negate;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conservative test for implication between conditions by their texts: common conjuncts or bounds
 * on numbers. Undecidable cases are not implied.
 */
public final class ConditionImplication {
  private final String known;
  private final String other;

  private ConditionImplication(String known, String other) {
    this.known = known;
    this.other = other;
  }

  /**
   * Returns true if {@code known} implies {@code other}.
   *
   * @param known the condition that is true
   */
  public static boolean test(String known, String other) {
    try {
      return new ConditionImplication(known, other)
          .implies(ExpressionParser.parse(known), ExpressionParser.parse(other));
    } catch (SyntaxError error) {
      return false;
    }
  }

  private boolean implies(SyntaxTree from, SyntaxTree to) {
    if (to instanceof Logic all && all.and()) {
      return all.terms().stream().allMatch(term -> implies(from, term));
    }
    if (from instanceof Logic any && !any.and()) {
      return any.terms().stream().allMatch(term -> implies(term, to));
    }
    if (to instanceof Logic any && any.terms().stream().anyMatch(term -> implies(from, term))) {
      return true;
    }
    if (from instanceof Logic all) {
      return all.terms().stream().anyMatch(term -> implies(term, to));
    }
    return normalizedText(known, from).equals(normalizedText(other, to))
        || implies(Comparison.of(from, known), Comparison.of(to, other));
  }

  /**
   * Compares bounds on samples: truth changes only at a bound, so numbers at, beside and between
   * both bounds suffice.
   */
  private static boolean implies(@Nullable Comparison from, @Nullable Comparison to) {
    if (from == null || to == null || !from.of.equals(to.of)) {
      return false;
    }
    BigDecimal low = from.with.min(to.with);
    BigDecimal high = from.with.max(to.with);
    BigDecimal middle = low.add(high).divide(BigDecimal.valueOf(2));
    return Stream.of(low.subtract(BigDecimal.ONE), low, middle, high, high.add(BigDecimal.ONE))
        .allMatch(number -> !from.holds(number) || to.holds(number));
  }

  /** Returns the source text without insignificant white space. */
  private static String normalizedText(String source, SyntaxTree tree) {
    String text = source.substring(tree.start(), tree.end());
    boolean hasText = text.contains("'") || text.contains("\"");
    return hasText ? text : text.replaceAll("\\s+", " ").replaceAll(" ?([^\\w ]) ?", "$1");
  }

  /** Comparison of an expression with a number. */
  private record Comparison(String of, BinaryOperator operator, BigDecimal with) {
    static @Nullable Comparison of(SyntaxTree tree, String source) {
      if (!(tree instanceof Binary binary && isComparison(binary.operator()))) {
        return null;
      }
      BigDecimal right = number(binary.right());
      if (right != null) {
        return new Comparison(normalizedText(source, binary.left()), binary.operator(), right);
      }
      BigDecimal left = number(binary.left());
      return left == null
          ? null
          : new Comparison(normalizedText(source, binary.right()), flip(binary.operator()), left);
    }

    private static boolean isComparison(BinaryOperator operator) {
      return operator.isOrder()
          || operator == BinaryOperator.EQUAL
          || operator == BinaryOperator.NOT_EQUAL;
    }

    boolean holds(BigDecimal number) {
      int order = number.compareTo(with);
      return switch (operator) {
        case EQUAL -> order == 0;
        case NOT_EQUAL -> order != 0;
        case LESS -> order < 0;
        case LESS_EQUAL -> order <= 0;
        case GREATER -> order > 0;
        case GREATER_EQUAL -> order >= 0;
        default -> false;
      };
    }

    private static BinaryOperator flip(BinaryOperator operator) {
      return switch (operator) {
        case LESS -> BinaryOperator.GREATER;
        case LESS_EQUAL -> BinaryOperator.GREATER_EQUAL;
        case GREATER -> BinaryOperator.LESS;
        case GREATER_EQUAL -> BinaryOperator.LESS_EQUAL;
        default -> operator;
      };
    }

    private static @Nullable BigDecimal number(SyntaxTree tree) {
      if (tree instanceof Negate negate) {
        BigDecimal number = number(negate.term());
        return number == null ? null : number.negate();
      }
      Object value = tree instanceof Literal literal ? literal.value() : null;
      return value instanceof Long whole
          ? BigDecimal.valueOf(whole)
          : value instanceof Double broken && Double.isFinite(broken)
              ? new BigDecimal(broken)
              : null;
    }
  }
}
