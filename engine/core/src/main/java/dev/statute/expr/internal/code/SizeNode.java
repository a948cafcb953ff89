package dev.statute.expr.internal.code;

import java.util.List;
import java.util.Map;

/** {@code size(x)}: code points of a string, elements of a list, entries of a map. */
final class SizeNode extends ExpressionNode.OfLong {
  private final ExpressionNode of;

  SizeNode(ExpressionNode of, int at) {
    super(at);
    this.of = of;
  }

  @Override
  long evalLong(EvaluationFrame frame) {
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
    throw EvaluationErrors.expected("a string, list or map", value, at);
  }
}
