package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/**
 * Compiled part of an expression. Each node overrides the evaluation method for its type and
 * inherits the others, which fail on operands of other types as CEL does. Immutable, shared by
 * threads.
 */
public abstract class ExpressionNode {
  /** Offset into the source for error messages. */
  public final int at;

  public ExpressionNode(int at) {
    this.at = at;
  }

  public abstract @Nullable Object eval(EvaluationFrame frame);

  /** Returns true if the value is the same in every activation and costs nothing. */
  public boolean isConstant() {
    return false;
  }

  public boolean evalBool(EvaluationFrame frame) {
    Object value = eval(frame);
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw EvaluationErrors.expected("a bool", value, at);
  }

  public long evalLong(EvaluationFrame frame) {
    Object value = eval(frame);
    if (value instanceof Long number) {
      return number;
    }
    throw EvaluationErrors.expected("an int", value, at);
  }

  public double evalDouble(EvaluationFrame frame) {
    Object value = eval(frame);
    if (value instanceof Double number) {
      return number;
    }
    throw EvaluationErrors.expected("a number", value, at);
  }

  /**
   * Evaluates to a register of the frame without boxing; returns {@link EvaluationFrame#LONG},
   * {@link EvaluationFrame#DOUBLE} or {@link EvaluationFrame#OTHER}.
   */
  public int evalTagged(EvaluationFrame frame) {
    return frame.store(eval(frame));
  }

  /** Node of static type int. */
  public abstract static class OfLong extends ExpressionNode {
    public OfLong(int at) {
      super(at);
    }

    @Override
    public abstract long evalLong(EvaluationFrame frame);

    @Override
    public Object eval(EvaluationFrame frame) {
      return evalLong(frame);
    }

    @Override
    public final int evalTagged(EvaluationFrame frame) {
      frame.longValue = evalLong(frame);
      return EvaluationFrame.LONG;
    }
  }

  /** Node of static type double. */
  public abstract static class OfDouble extends ExpressionNode {
    public OfDouble(int at) {
      super(at);
    }

    @Override
    public abstract double evalDouble(EvaluationFrame frame);

    @Override
    public Object eval(EvaluationFrame frame) {
      return evalDouble(frame);
    }

    @Override
    public final int evalTagged(EvaluationFrame frame) {
      frame.doubleValue = evalDouble(frame);
      return EvaluationFrame.DOUBLE;
    }
  }

  /** Node of static type bool. */
  public abstract static class OfBool extends ExpressionNode {
    public OfBool(int at) {
      super(at);
    }

    @Override
    public abstract boolean evalBool(EvaluationFrame frame);

    @Override
    public final Object eval(EvaluationFrame frame) {
      return evalBool(frame);
    }
  }
}
