package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/** Node that converts an int to its declared type double, as data from JSON may hold ints. */
public final class DeclaredDoubleNode extends ExpressionNode {
  private final ExpressionNode read;

  public DeclaredDoubleNode(ExpressionNode read) {
    super(read.at);
    this.read = read;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    Object value = read.eval(frame);
    return value instanceof Long number ? (Object) number.doubleValue() : value;
  }

  @Override
  public double evalDouble(EvaluationFrame frame) {
    Object value = read.eval(frame);
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof Long number) {
      return number;
    }
    throw EvaluationErrors.expected("a number", value, at);
  }

  @Override
  public int evalTagged(EvaluationFrame frame) {
    int tag = read.evalTagged(frame);
    if (tag == EvaluationFrame.LONG) {
      frame.doubleValue = frame.longValue;
      return EvaluationFrame.DOUBLE;
    }
    return tag;
  }
}
