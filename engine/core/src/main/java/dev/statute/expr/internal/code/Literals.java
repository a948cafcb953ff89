package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.internal.syntax.Ast;
import org.jspecify.annotations.Nullable;

/** Values that are written out, and which results were put together. */
final class Literals {
  private Literals() {}

  static Typed of(Ast.Literal literal) {
    Object value = literal.value();
    int at = literal.start();
    if (value instanceof Long number) {
      return new Typed(new Whole(number, at), Type.INT);
    }
    if (value instanceof Double number) {
      return new Typed(new Real(number, at), Type.DOUBLE);
    }
    Type type = value == null ? Type.NULL : value instanceof Boolean ? Type.BOOL : Type.STRING;
    return new Typed(new Constant(value, at), type);
  }

  /** The same code, with {@link Measure} if it may make a list or map of its own. */
  static Node measured(Ast tree, Node node) {
    boolean reads =
        tree instanceof Ast.Name
            || tree instanceof Ast.Select
            || node instanceof Node.OfBool
            || node instanceof Node.OfLong
            || node instanceof Node.OfDouble
            || node.isConstant();
    return reads ? node : new Measured(node);
  }

  private static final class Whole extends Node.OfLong {
    private final long value;
    private final Object boxed;

    Whole(long value, int at) {
      super(at);
      this.value = value;
      this.boxed = value;
    }

    @Override
    boolean isConstant() {
      return true;
    }

    @Override
    public Object eval(Frame frame) {
      return boxed;
    }

    @Override
    long evalLong(Frame frame) {
      return value;
    }
  }

  private static final class Real extends Node.OfDouble {
    private final double value;
    private final Object boxed;

    Real(double value, int at) {
      super(at);
      this.value = value;
      this.boxed = value;
    }

    @Override
    boolean isConstant() {
      return true;
    }

    @Override
    public Object eval(Frame frame) {
      return boxed;
    }

    @Override
    double evalDouble(Frame frame) {
      return value;
    }
  }

  private static final class Measured extends Node {
    private final Node node;

    Measured(Node node) {
      super(node.at);
      this.node = node;
    }

    @Override
    public @Nullable Object eval(Frame frame) {
      Object value = node.eval(frame);
      Measure.check(value, at);
      return value;
    }

    @Override
    public boolean evalBool(Frame frame) {
      return node.evalBool(frame);
    }
  }
}
