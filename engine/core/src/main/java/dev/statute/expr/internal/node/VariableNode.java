package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/** Node that reads a slot of the activation. */
public final class VariableNode extends ExpressionNode {
  private final int slot;

  public VariableNode(int slot, int at) {
    super(at);
    this.slot = slot;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return frame.scope.variable(slot);
  }
}
