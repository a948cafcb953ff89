package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.ValueEquality;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Node of {@code -term}. */
public final class NegationNode extends ExpressionNode {
  private final ExpressionNode term;

  public NegationNode(ExpressionNode term, int at) {
    super(at);
    this.term = term;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return ValueEquality.box(evalTagged(frame), frame);
  }

  @Override
  public long evalLong(EvaluationFrame frame) {
    return negate(term.evalLong(frame));
  }

  @Override
  public int evalTagged(EvaluationFrame frame) {
    int tag = term.evalTagged(frame);
    if (tag == EvaluationFrame.LONG) {
      frame.longValue = negate(frame.longValue);
    } else if (tag == EvaluationFrame.DOUBLE) {
      frame.doubleValue = -frame.doubleValue;
    } else if (frame.objectValue instanceof BigDecimal decimal) {
      frame.objectValue = decimal.negate();
    } else {
      throw EvaluationErrors.expected("a number after '-'", frame.objectValue, at);
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
