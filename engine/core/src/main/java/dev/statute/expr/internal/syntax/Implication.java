package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.Ast.Binary;
import dev.statute.expr.internal.syntax.Ast.Literal;
import dev.statute.expr.internal.syntax.Ast.Logic;
import dev.statute.expr.internal.syntax.Ast.Negate;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Whether a condition holds wherever another one does, as far as their texts tell: they have the
 * same parts, or compare the same with numbers. What cannot be told does not follow.
 */
public final class Implication {
  private final String known;
  private final String other;

  private Implication(String known, String other) {
    this.known = known;
    this.other = other;
  }

  /**
   * Whether the other one follows.
   *
   * @param known what holds
   */
  public static boolean of(String known, String other) {
    try {
      return new Implication(known, other).follows(Parser.parse(known), Parser.parse(other));
    } catch (SyntaxFault fault) {
      return false;
    }
  }

  private boolean follows(Ast from, Ast to) {
    if (to instanceof Logic all && all.and()) {
      return all.terms().stream().allMatch(term -> follows(from, term));
    }
    if (from instanceof Logic any && !any.and()) {
      return any.terms().stream().allMatch(term -> follows(term, to));
    }
    if (to instanceof Logic any && any.terms().stream().anyMatch(term -> follows(from, term))) {
      return true;
    }
    if (from instanceof Logic all) {
      return all.terms().stream().anyMatch(term -> follows(term, to));
    }
    return text(known, from).equals(text(other, to))
        || follows(Comparison.of(from, known), Comparison.of(to, other));
  }

  private static boolean follows(@Nullable Comparison from, @Nullable Comparison to) {
    if (from == null || to == null || !from.of.equals(to.of)) {
      return false;
    }
    int order = from.with.compareTo(to.with);
    return switch (from.operator) {
      case EQUAL -> holds(order, to.operator);
      case GREATER ->
          order >= 0
              && (to.operator == Operator.GREATER
                  || to.operator == Operator.GREATER_EQUAL
                  || to.operator == Operator.NOT_EQUAL);
      case GREATER_EQUAL ->
          order > 0
              ? to.operator == Operator.GREATER
                  || to.operator == Operator.GREATER_EQUAL
                  || to.operator == Operator.NOT_EQUAL
              : order == 0 && to.operator == Operator.GREATER_EQUAL;
      case LESS ->
          order <= 0
              && (to.operator == Operator.LESS
                  || to.operator == Operator.LESS_EQUAL
                  || to.operator == Operator.NOT_EQUAL);
      case LESS_EQUAL ->
          order < 0
              ? to.operator == Operator.LESS
                  || to.operator == Operator.LESS_EQUAL
                  || to.operator == Operator.NOT_EQUAL
              : order == 0 && to.operator == Operator.LESS_EQUAL;
      default -> false;
    };
  }

  /** Whether a number compares so with another. */
  private static boolean holds(int order, Operator operator) {
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

  /** As it stands there, but for blanks that mean nothing. */
  private static String text(String source, Ast tree) {
    String text = source.substring(tree.start(), tree.end());
    boolean hasText = text.contains("'") || text.contains("\"");
    return hasText ? text : text.replaceAll("\\s+", " ").replaceAll(" ?([^\\w ]) ?", "$1");
  }

  /** Something compared with a number. */
  private record Comparison(String of, Operator operator, BigDecimal with) {
    static @Nullable Comparison of(Ast tree, String source) {
      if (!(tree instanceof Binary binary)) {
        return null;
      }
      BigDecimal right = number(binary.right());
      if (right != null) {
        return new Comparison(text(source, binary.left()), binary.operator(), right);
      }
      BigDecimal left = number(binary.left());
      return left == null
          ? null
          : new Comparison(text(source, binary.right()), turned(binary.operator()), left);
    }

    private static Operator turned(Operator operator) {
      return switch (operator) {
        case LESS -> Operator.GREATER;
        case LESS_EQUAL -> Operator.GREATER_EQUAL;
        case GREATER -> Operator.LESS;
        case GREATER_EQUAL -> Operator.LESS_EQUAL;
        default -> operator;
      };
    }

    private static @Nullable BigDecimal number(Ast tree) {
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
