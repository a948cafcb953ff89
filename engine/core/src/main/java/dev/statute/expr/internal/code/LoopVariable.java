package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** Reads the element that a comprehension is at. */
final class LoopVariable extends ExpressionNode {
  private final int index;

  LoopVariable(int index, int at) {
    super(at);
    this.index = index;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return frame.local(index);
  }
}
