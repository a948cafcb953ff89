package dev.statute.expr.internal.code;

import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value that is known. */
final class ConstantNode extends ExpressionNode {
  private static final Activation NOTHING = Activation.of();

  private final @Nullable Object value;

  ConstantNode(@Nullable Object value, int at) {
    super(at);
    this.value = value;
  }

  /** The node itself, or its value if all it is made of is known. */
  static ExpressionNode folded(ExpressionNode node, List<ExpressionNode> parts) {
    boolean known = parts.stream().allMatch(ExpressionNode::isConstant);
    try {
      return known ? new ConstantNode(node.eval(new EvaluationFrame(NOTHING)), node.at) : node;
    } catch (EvaluationException e) {
      return node;
    }
  }

  @Override
  boolean isConstant() {
    return true;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return value;
  }
}
