package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.ConstantNode;
import dev.statute.expr.internal.node.ExpressionNode;

/** Evaluation node with its static type. */
record TypedNode(ExpressionNode node, ValueType type) {
  /** Creates a placeholder for a reported part; it causes no further problems. */
  static TypedNode unknown(int at) {
    return new TypedNode(new ConstantNode(null, at), ValueType.DYN);
  }
}
