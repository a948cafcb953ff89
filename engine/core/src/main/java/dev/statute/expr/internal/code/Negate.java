package dev.statute.expr.internal.code;

import org.jspecify.annotations.Nullable;

/** {@code -term}. */
final class Negate extends Node {
  private final Node term;

  Negate(Node term, int at) {
    super(at);
    this.term = term;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    return Values.boxed(evalTagged(frame), frame);
  }

  @Override
  long evalLong(Frame frame) {
    return negate(term.evalLong(frame));
  }

  @Override
  int evalTagged(Frame frame) {
    int tag = term.evalTagged(frame);
    if (tag == Frame.LONG) {
      frame.whole = negate(frame.whole);
    } else if (tag == Frame.DOUBLE) {
      frame.real = -frame.real;
    } else {
      throw Errors.expected("a number after '-'", frame.other, at);
    }
    return tag;
  }

  private long negate(long number) {
    if (number == Long.MIN_VALUE) {
      throw Errors.overflow("-(" + number + ")", at);
    }
    return -number;
  }
}
