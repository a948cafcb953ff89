package dev.statute.expr.internal.code;

import java.util.Iterator;

/** {@code exists_one}: looks at all elements, and any error is its own. */
final class ExistsOne extends Node.OfBool {
  private final Range range;
  private final Node condition;

  ExistsOne(Range range, Node condition, int at) {
    super(at);
    this.range = range;
    this.condition = condition;
  }

  @Override
  public boolean evalBool(Frame frame) {
    int found = 0;
    for (Iterator<?> i = range.iterator(frame); i.hasNext(); ) {
      range.bind(frame, i.next());
      if (condition.evalBool(frame)) {
        found++;
      }
    }
    return found == 1;
  }
}
