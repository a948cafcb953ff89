package dev.statute.expr.internal.code;

import dev.statute.expr.EvaluationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain of {@code &&} or {@code ||}. Commutative, as in CEL: one term that decides makes the
 * errors of all others nothing, wherever they stand.
 */
final class Logic extends Node.OfBool {
  private final boolean deciding;
  private final Node[] terms;

  /** {@code deciding} is the term that settles it: false for {@code &&}, true for {@code ||}. */
  Logic(boolean deciding, List<Node> terms, int at) {
    super(at);
    this.deciding = deciding;
    this.terms = terms.toArray(new Node[0]);
  }

  @Override
  public boolean evalBool(Frame frame) {
    EvaluationException first = null;
    for (Node term : terms) {
      try {
        if (term.evalBool(frame) == deciding) {
          return deciding;
        }
      } catch (EvaluationException e) {
        first = worse(first, e);
      }
    }
    if (first != null) {
      throw first;
    }
    return !deciding;
  }

  /** What has used up its budget has no value, whatever the other terms are. */
  static EvaluationException worse(@Nullable EvaluationException first, EvaluationException e) {
    if (e.kind() == EvaluationException.Kind.LIMIT) {
      throw e;
    }
    return first == null ? e : first;
  }
}
