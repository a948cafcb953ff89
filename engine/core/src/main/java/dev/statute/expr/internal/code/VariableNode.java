package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** Reads a slot of the scope. */
final class VariableNode extends ExpressionNode {
  private final int slot;

  VariableNode(int slot, int at) {
    super(at);
    this.slot = slot;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return frame.scope.variable(slot);
  }
}
