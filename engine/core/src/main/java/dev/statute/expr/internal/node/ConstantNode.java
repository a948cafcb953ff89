package dev.statute.expr.internal.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node of a constant value. */
public final class ConstantNode extends ExpressionNode {
  private static final Activation EMPTY_SCOPE = Activation.of();

  private final @Nullable Object value;

  public ConstantNode(@Nullable Object value, int at) {
    super(at);
    this.value = value;
  }

  /** Folds the node to a constant if all its parts are constant. */
  public static ExpressionNode fold(ExpressionNode node, List<ExpressionNode> parts) {
    boolean known = parts.stream().allMatch(ExpressionNode::isConstant);
    try {
      return known ? new ConstantNode(node.eval(new EvaluationFrame(EMPTY_SCOPE)), node.at) : node;
    } catch (EvaluationException e) {
      return node;
    }
  }

  @Override
  public boolean isConstant() {
    return true;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return value;
  }
}
