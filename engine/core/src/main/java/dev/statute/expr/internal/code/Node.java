package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/**
 * A compiled part of an expression. Each kind of node implements the way that suits it and inherits
 * the others; a way that asks for a type fails as CEL does for an operand of another. Immutable,
 * shared by threads.
 */
public abstract class Node {
  /** Offset into the source of what to point at when this fails. */
  final int at;

  Node(int at) {
    this.at = at;
  }

  public abstract @Nullable Object eval(Frame frame);

  /** Whether the value is the same in every scope and needs no work. */
  boolean isConstant() {
    return false;
  }

  public boolean evalBool(Frame frame) {
    Object value = eval(frame);
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw Errors.expected("a bool", value, at);
  }

  long evalLong(Frame frame) {
    Object value = eval(frame);
    if (value instanceof Long number) {
      return number;
    }
    throw Errors.expected("an int", value, at);
  }

  double evalDouble(Frame frame) {
    Object value = eval(frame);
    if (value instanceof Double number) {
      return number;
    }
    throw Errors.expected("a number", value, at);
  }

  /**
   * Leaves the value in the frame without boxing it; says in which register: {@link Frame#LONG},
   * {@link Frame#DOUBLE} or {@link Frame#OTHER}.
   */
  int evalTagged(Frame frame) {
    return frame.put(eval(frame));
  }

  /** A node that is an int by construction. */
  abstract static class OfLong extends Node {
    OfLong(int at) {
      super(at);
    }

    @Override
    abstract long evalLong(Frame frame);

    @Override
    public Object eval(Frame frame) {
      return evalLong(frame);
    }

    @Override
    final int evalTagged(Frame frame) {
      frame.whole = evalLong(frame);
      return Frame.LONG;
    }
  }

  /** A node that is a double by construction. */
  abstract static class OfDouble extends Node {
    OfDouble(int at) {
      super(at);
    }

    @Override
    abstract double evalDouble(Frame frame);

    @Override
    public Object eval(Frame frame) {
      return evalDouble(frame);
    }

    @Override
    final int evalTagged(Frame frame) {
      frame.real = evalDouble(frame);
      return Frame.DOUBLE;
    }
  }

  /** A node that is a bool by construction. */
  abstract static class OfBool extends Node {
    OfBool(int at) {
      super(at);
    }

    @Override
    public abstract boolean evalBool(Frame frame);

    @Override
    public final Object eval(Frame frame) {
      return evalBool(frame);
    }
  }
}
