package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** Reads a slot of the scope. */
final class Variable extends Node {
  private final int slot;

  Variable(int slot, int at) {
    super(at);
    this.slot = slot;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    return frame.scope.variable(slot);
  }
}
