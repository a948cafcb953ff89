package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.ConstantNode;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.syntax.SyntaxTree;
import org.jspecify.annotations.Nullable;

/** Compiler of literals, and limits for computed results. */
final class LiteralValues {
  private LiteralValues() {}

  static TypedNode of(SyntaxTree.Literal literal) {
    Object value = literal.value();
    int at = literal.start();
    if (value instanceof Long number) {
      return new TypedNode(new LongLiteral(number, at), ValueType.INT);
    }
    if (value instanceof Double number) {
      return new TypedNode(new DoubleLiteral(number, at), ValueType.DOUBLE);
    }
    ValueType type =
        value == null
            ? ValueType.NULL
            : value instanceof Boolean ? ValueType.BOOL : ValueType.STRING;
    return new TypedNode(new ConstantNode(value, at), type);
  }

  /** Wraps a node in {@link ResultSizeLimit} if it may create a list or map. */
  static ExpressionNode limitResultSize(SyntaxTree tree, ExpressionNode node) {
    boolean reads =
        tree instanceof SyntaxTree.Name
            || tree instanceof SyntaxTree.Select
            || node instanceof ExpressionNode.OfBool
            || node instanceof ExpressionNode.OfLong
            || node instanceof ExpressionNode.OfDouble
            || node.isConstant();
    return reads ? node : new SizeLimited(node);
  }

  private static final class LongLiteral extends ExpressionNode.OfLong {
    private final long value;
    private final Object boxed;

    LongLiteral(long value, int at) {
      super(at);
      this.value = value;
      this.boxed = value;
    }

    @Override
    public boolean isConstant() {
      return true;
    }

    @Override
    public Object eval(EvaluationFrame frame) {
      return boxed;
    }

    @Override
    public long evalLong(EvaluationFrame frame) {
      return value;
    }
  }

  private static final class DoubleLiteral extends ExpressionNode.OfDouble {
    private final double value;
    private final Object boxed;

    DoubleLiteral(double value, int at) {
      super(at);
      this.value = value;
      this.boxed = value;
    }

    @Override
    public boolean isConstant() {
      return true;
    }

    @Override
    public Object eval(EvaluationFrame frame) {
      return boxed;
    }

    @Override
    public double evalDouble(EvaluationFrame frame) {
      return value;
    }
  }

  private static final class SizeLimited extends ExpressionNode {
    private final ExpressionNode node;

    SizeLimited(ExpressionNode node) {
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
