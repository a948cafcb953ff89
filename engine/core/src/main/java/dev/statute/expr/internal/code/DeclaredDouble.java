package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** Reads what was declared a double, where an int may stand: data came from JSON. */
final class DeclaredDouble extends Node {
  private final Node read;

  DeclaredDouble(Node read) {
    super(read.at);
    this.read = read;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    Object value = read.eval(frame);
    return value instanceof Long number ? (Object) number.doubleValue() : value;
  }

  @Override
  double evalDouble(Frame frame) {
    Object value = read.eval(frame);
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof Long number) {
      return number;
    }
    throw Errors.expected("a number", value, at);
  }

  @Override
  int evalTagged(Frame frame) {
    int tag = read.evalTagged(frame);
    if (tag == Frame.LONG) {
      frame.real = frame.whole;
      return Frame.DOUBLE;
    }
    return tag;
  }
}
