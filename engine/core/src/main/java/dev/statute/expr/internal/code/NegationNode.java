package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** {@code -term}. */
final class NegationNode extends ExpressionNode {
  private final ExpressionNode term;

  NegationNode(ExpressionNode term, int at) {
    super(at);
    this.term = term;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return ValueEquality.boxed(evalTagged(frame), frame);
  }

  @Override
  long evalLong(EvaluationFrame frame) {
    return negate(term.evalLong(frame));
  }

  @Override
  int evalTagged(EvaluationFrame frame) {
    int tag = term.evalTagged(frame);
    if (tag == EvaluationFrame.LONG) {
      frame.whole = negate(frame.whole);
    } else if (tag == EvaluationFrame.DOUBLE) {
      frame.real = -frame.real;
    } else {
      throw EvaluationErrors.expected("a number after '-'", frame.other, at);
    }
    return tag;
  }

  private long negate(long number) {
    if (number == Long.MIN_VALUE) {
      throw EvaluationErrors.overflow("-(" + number + ")", at);
    }
    return -number;
  }
}
