package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.internal.syntax.SyntaxTree;
import org.jspecify.annotations.Nullable;

/** Values that are written out, and which results were put together. */
final class LiteralValues {
  private LiteralValues() {}

  static TypedNode of(SyntaxTree.Literal literal) {
    Object value = literal.value();
    int at = literal.start();
    if (value instanceof Long number) {
      return new TypedNode(new Whole(number, at), Type.INT);
    }
    if (value instanceof Double number) {
      return new TypedNode(new Real(number, at), Type.DOUBLE);
    }
    Type type = value == null ? Type.NULL : value instanceof Boolean ? Type.BOOL : Type.STRING;
    return new TypedNode(new ConstantNode(value, at), type);
  }

  /** The same code, with {@link ResultSizeLimit} if it may make a list or map of its own. */
  static ExpressionNode measured(SyntaxTree tree, ExpressionNode node) {
    boolean reads =
        tree instanceof SyntaxTree.Name
            || tree instanceof SyntaxTree.Select
            || node instanceof ExpressionNode.OfBool
            || node instanceof ExpressionNode.OfLong
            || node instanceof ExpressionNode.OfDouble
            || node.isConstant();
    return reads ? node : new Measured(node);
  }

  private static final class Whole extends ExpressionNode.OfLong {
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
    public Object eval(EvaluationFrame frame) {
      return boxed;
    }

    @Override
    long evalLong(EvaluationFrame frame) {
      return value;
    }
  }

  private static final class Real extends ExpressionNode.OfDouble {
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
    public Object eval(EvaluationFrame frame) {
      return boxed;
    }

    @Override
    double evalDouble(EvaluationFrame frame) {
      return value;
    }
  }

  private static final class Measured extends ExpressionNode {
    private final ExpressionNode node;

    Measured(ExpressionNode node) {
      super(node.at);
      this.node = node;
    }

    @Override
    public @Nullable Object eval(EvaluationFrame frame) {
      Object value = node.eval(frame);
      ResultSizeLimit.check(value, at);
      return value;
    }

    @Override
    public boolean evalBool(EvaluationFrame frame) {
      return node.evalBool(frame);
    }
  }
}
