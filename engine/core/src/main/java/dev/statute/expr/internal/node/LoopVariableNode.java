package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/** Node that reads a comprehension variable. */
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
