package dev.statute.expr.internal.code;

import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value that is known. */
final class Constant extends Node {
  private static final Activation NOTHING = Activation.of();

  private final @Nullable Object value;

  Constant(@Nullable Object value, int at) {
    super(at);
    this.value = value;
  }

  /** The node itself, or its value if all it is made of is known. */
  static Node folded(Node node, List<Node> parts) {
    boolean known = parts.stream().allMatch(Node::isConstant);
    try {
      return known ? new Constant(node.eval(new Frame(NOTHING)), node.at) : node;
    } catch (EvaluationException e) {
      return node;
    }
  }

  @Override
  boolean isConstant() {
    return true;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    return value;
  }
}
