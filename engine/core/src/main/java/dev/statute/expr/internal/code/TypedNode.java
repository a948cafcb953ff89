package dev.statute.expr.internal.code;

import dev.statute.expr.Type;

/** A node, and what is known of its value. */
record TypedNode(ExpressionNode node, Type type) {
  /** Stands for a part that was reported, so that nothing follows from it. */
  static TypedNode unknown(int at) {
    return new TypedNode(new ConstantNode(null, at), Type.DYN);
  }
}
