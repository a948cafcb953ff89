package dev.statute.expr.internal.check;

import dev.statute.expr.ValueType;
import dev.statute.expr.internal.node.ConstantNode;
import dev.statute.expr.internal.node.ExpressionNode;

/** A node, and what is known of its value. */
record TypedNode(ExpressionNode node, ValueType type) {
  /** Stands for a part that was reported, so that nothing follows from it. */
  static TypedNode unknown(int at) {
    return new TypedNode(new ConstantNode(null, at), ValueType.DYN);
  }
}
