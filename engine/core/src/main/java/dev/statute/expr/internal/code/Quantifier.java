package dev.statute.expr.internal.code;

import dev.statute.expr.EvaluationException;
import java.util.Iterator;

/**
 * {@code all} and {@code exists}: a chain of {@code &&} or {@code ||} over the elements, so an
 * element that decides makes the errors of the others nothing.
 */
final class Quantifier extends Node.OfBool {
  private final boolean deciding;
  private final Range range;
  private final Node condition;

  Quantifier(boolean deciding, Range range, Node condition, int at) {
    super(at);
    this.deciding = deciding;
    this.range = range;
    this.condition = condition;
  }

  @Override
  public boolean evalBool(Frame frame) {
    EvaluationException first = null;
    for (Iterator<?> i = range.iterator(frame); i.hasNext(); ) {
      range.bind(frame, i.next());
      try {
        if (condition.evalBool(frame) == deciding) {
          return deciding;
        }
      } catch (EvaluationException e) {
        first = Logic.worse(first, e);
      }
    }
    if (first != null) {
      throw first;
    }
    return !deciding;
  }
}
