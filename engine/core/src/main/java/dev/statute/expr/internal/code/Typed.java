package dev.statute.expr.internal.code;

import dev.statute.expr.Type;

/** A node, and what is known of its value. */
record Typed(Node node, Type type) {
  /** Stands for a part that was reported, so that nothing follows from it. */
  static Typed unknown(int at) {
    return new Typed(new Constant(null, at), Type.DYN);
  }
}
