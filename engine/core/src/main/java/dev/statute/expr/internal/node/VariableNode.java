package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/** Reads a slot of the scope. */
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
