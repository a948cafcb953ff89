package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/** Reads the element that a comprehension is at. */
public final class LoopVariableNode extends ExpressionNode {
  private final int index;

  public LoopVariableNode(int index, int at) {
    super(at);
    this.index = index;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return frame.local(index);
  }
}
