package dev.statute.expr.internal.node;

import dev.statute.expr.EvaluationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain of {@code &&} or {@code ||}. Commutative, as in CEL: one term that decides makes the
 * errors of all others nothing, wherever they stand.
 */
public final class LogicNode extends ExpressionNode.OfBool {
  private final boolean decisive;
  private final ExpressionNode[] terms;

  /** {@code deciding} is the term that settles it: false for {@code &&}, true for {@code ||}. */
  public LogicNode(boolean deciding, List<ExpressionNode> terms, int at) {
    super(at);
    this.decisive = deciding;
    this.terms = terms.toArray(new ExpressionNode[0]);
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    EvaluationException first = null;
    for (ExpressionNode term : terms) {
      try {
        if (term.evalBool(frame) == decisive) {
          return decisive;
        }
      } catch (EvaluationException e) {
        first = selectError(first, e);
      }
    }
    if (first != null) {
      throw first;
    }
    return !decisive;
  }

  /** What has used up its budget has no value, whatever the other terms are. */
  static EvaluationException selectError(
      @Nullable EvaluationException first, EvaluationException e) {
    if (e.kind() == EvaluationException.Kind.LIMIT) {
      throw e;
    }
    return first == null ? e : first;
  }
}
