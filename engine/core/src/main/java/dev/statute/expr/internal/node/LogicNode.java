package dev.statute.expr.internal.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Node of a {@code &&} or {@code ||} chain. Commutative as in CEL: a decisive term hides the errors
 * of all others, independent of their order.
 */
public final class LogicNode extends ExpressionNode.OfBool {
  private final boolean decisive;
  private final ExpressionNode[] terms;

  /** Creates a chain; {@code decisive} is false for {@code &&}, true for {@code ||}. */
  public LogicNode(boolean decisive, List<ExpressionNode> terms, int at) {
    super(at);
    this.decisive = decisive;
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

  /** Keeps the first error, but throws an exceeded budget at once, as no other term can hide it. */
  static EvaluationException selectError(
      @Nullable EvaluationException first, EvaluationException e) {
    if (e.kind() == EvaluationException.Kind.LIMIT) {
      throw e;
    }
    return first == null ? e : first;
  }
}
