package dev.statute.expr.internal.node;

import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value that is known. */
public final class ConstantNode extends ExpressionNode {
  private static final Activation EMPTY_SCOPE = Activation.of();

  private final @Nullable Object value;

  public ConstantNode(@Nullable Object value, int at) {
    super(at);
    this.value = value;
  }

  /** The node itself, or its value if all it is made of is known. */
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
