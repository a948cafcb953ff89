package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/**
 * A compiled part of an expression. Each kind of node implements the way that suits it and inherits
 * the others; a way that asks for a type fails as CEL does for an operand of another. Immutable,
 * shared by threads.
 */
public abstract class ExpressionNode {
  /** Offset into the source of what to point at when this fails. */
  public final int at;

  public ExpressionNode(int at) {
    this.at = at;
  }

  public abstract @Nullable Object eval(EvaluationFrame frame);

  /** Whether the value is the same in every scope and needs no work. */
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
   * Leaves the value in the frame without boxing it; says in which register: {@link
   * EvaluationFrame#LONG}, {@link EvaluationFrame#DOUBLE} or {@link EvaluationFrame#OTHER}.
   */
  public int evalTagged(EvaluationFrame frame) {
    return frame.store(eval(frame));
  }

  /** A node that is an int by construction. */
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

  /** A node that is a double by construction. */
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

  /** A node that is a bool by construction. */
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
