package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.ConstantNode;
import dev.statute.expr.internal.node.DeclaredDoubleNode;
import dev.statute.expr.internal.node.ExpressionNode;

/** Evaluation node with its static type. */
record TypedNode(ExpressionNode node, ValueType type) {
  /** Creates a placeholder for a reported part; it causes no further problems. */
  static TypedNode unknown(int at) {
    return new TypedNode(new ConstantNode(null, at), ValueType.DYN);
  }

  /** Creates the node of a value that comes from outside, converted to its declared type. */
  static TypedNode read(ExpressionNode node, ValueType type) {
    return new TypedNode(type == ValueType.DOUBLE ? new DeclaredDoubleNode(node) : node, type);
  }
}
