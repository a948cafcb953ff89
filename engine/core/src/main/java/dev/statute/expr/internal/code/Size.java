package dev.statute.expr.internal.code;

import java.util.List;
import java.util.Map;

/** {@code size(x)}: code points of a string, elements of a list, entries of a map. */
final class Size extends Node.OfLong {
  private final Node of;

  Size(Node of, int at) {
    super(at);
    this.of = of;
  }

  @Override
  long evalLong(Frame frame) {
    Object value = of.eval(frame);
    if (value instanceof String text) {
      frame.chargeText(text.length(), at);
      return text.codePointCount(0, text.length());
    }
    if (value instanceof List<?> list) {
      return list.size();
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    throw Errors.expected("a string, list or map", value, at);
  }
}
