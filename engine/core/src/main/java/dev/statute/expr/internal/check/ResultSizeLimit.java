package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.syntax.SyntaxTree;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Node that limits results that are small in memory but huge when serialized: {@code [x, x]} of
 * {@code [x, x]} shares its parts and doubles per level.
 */
final class ResultSizeLimit extends ExpressionNode {
  private static final int MAX_NESTING = 500;

  private final ExpressionNode node;

  private ResultSizeLimit(ExpressionNode node) {
    super(node.at);
    this.node = node;
  }

  /** Limits a node if it may create a list or map. */
  static ExpressionNode of(SyntaxTree tree, ExpressionNode node) {
    boolean reads =
        tree instanceof SyntaxTree.Name
            || tree instanceof SyntaxTree.Select
            || node instanceof ExpressionNode.OfBool
            || node instanceof ExpressionNode.OfLong
            || node instanceof ExpressionNode.OfDouble
            || node.isConstant();
    return reads ? node : new ResultSizeLimit(node);
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    Object value = node.eval(frame);
    if (value instanceof Collection || value instanceof Map) {
      visit(value, 0, EvaluationFrame.BUDGET);
    }
    return value;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    return node.evalBool(frame);
  }

  /** Returns what a value and its elements leave of a budget. */
  private int visit(@Nullable Object value, int nesting, int budget) {
    int cost =
        value instanceof String text ? text.length() / EvaluationFrame.CHARACTERS_PER_UNIT + 1 : 1;
    int remaining = budget - cost;
    if (remaining < 0 || nesting > MAX_NESTING) {
      throw new EvaluationException(
          Kind.LIMIT,
          "the result is too large: at most "
              + EvaluationFrame.BUDGET
              + " elements, or 16 characters for each, in "
              + MAX_NESTING
              + " levels",
          at);
    }
    if (value instanceof Collection<?> elements) {
      for (Object element : elements) {
        remaining = visit(element, nesting + 1, remaining);
      }
    } else if (value instanceof Map<?, ?> map) {
      remaining = visit(map.values(), nesting, remaining);
    }
    return remaining;
  }
}
