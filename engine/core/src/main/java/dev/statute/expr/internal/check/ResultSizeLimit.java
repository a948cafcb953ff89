package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import dev.statute.expr.internal.node.EvaluationFrame;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limit for results that are small in memory but huge when serialized: {@code [x, x]} of {@code [x,
 * x]} shares its parts and doubles per level.
 */
final class ResultSizeLimit {
  private static final int MAX_NESTING = 500;

  private int remaining = EvaluationFrame.BUDGET;

  private ResultSizeLimit() {}

  static void check(@Nullable Object value, int at) {
    if (value instanceof Collection || value instanceof Map) {
      new ResultSizeLimit().visit(value, 0, at);
    }
  }

  private void visit(@Nullable Object value, int nesting, int at) {
    remaining -=
        value instanceof String text ? text.length() / EvaluationFrame.CHARACTERS_PER_UNIT + 1 : 1;
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
        visit(element, nesting + 1, at);
      }
    } else if (value instanceof Map<?, ?> map) {
      visit(map.values(), nesting, at);
    }
  }
}
