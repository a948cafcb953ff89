package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import java.math.BigDecimal;

/** Node of {@code decimal(x, digits)}: rounds to that many digits after the point. */
public final class RoundingNode extends ExpressionNode {
  private final ExpressionNode value;
  private final ExpressionNode digits;

  public RoundingNode(ExpressionNode value, ExpressionNode digits, int at) {
    super(at);
    this.value = value;
    this.digits = digits;
  }

  @Override
  public Object eval(EvaluationFrame frame) {
    Object number = value.eval(frame);
    if (number instanceof BigDecimal decimal) {
      return DecimalArithmetic.round(decimal, digits.evalLong(frame), at);
    }
    throw EvaluationErrors.expected("a decimal", number, at);
  }
}
