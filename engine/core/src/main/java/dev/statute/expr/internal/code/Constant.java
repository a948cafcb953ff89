package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** A value that is known. */
final class Constant extends Node {
  private final @Nullable Object value;

  Constant(@Nullable Object value, int at) {
    super(at);
    this.value = value;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    return value;
  }
}
