package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;

/** Node of {@code contains}, {@code startsWith} and {@code endsWith}. */
public final class TextTestNode extends ExpressionNode.OfBool {
  /** Discount of the worst case of a search, which compares all pairs of characters, but fast. */
  private static final int SEARCH = 16;

  private final String function;
  private final ExpressionNode text;
  private final ExpressionNode part;

  public TextTestNode(String function, ExpressionNode text, ExpressionNode part, int at) {
    super(at);
    this.function = function;
    this.text = text;
    this.part = part;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    Object whole = text.eval(frame);
    Object wanted = part.eval(frame);
    if (whole instanceof String x && wanted instanceof String y) {
      boolean anywhere = function.equals("contains");
      frame.chargeText(anywhere ? (long) x.length() * y.length() / SEARCH : y.length(), at);
      return switch (function) {
        case "contains" -> x.contains(y);
        case "startsWith" -> x.startsWith(y);
        default -> x.endsWith(y);
      };
    }
    throw EvaluationErrors.operands(function, whole, wanted, at);
  }
}
