package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** Reads the element that a comprehension is at. */
final class Local extends Node {
  private final int index;

  Local(int index, int at) {
    super(at);
    this.index = index;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    return frame.local(index);
  }
}
