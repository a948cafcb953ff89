package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import java.util.List;
import java.util.Map;

/** Node of {@code size(x)}: code points of a string, elements of a list, entries of a map. */
public final class SizeNode extends ExpressionNode.OfLong {
  private final ExpressionNode operand;

  public SizeNode(ExpressionNode of, int at) {
    super(at);
    this.operand = of;
  }

  @Override
  public long evalLong(EvaluationFrame frame) {
    Object value = operand.eval(frame);
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
