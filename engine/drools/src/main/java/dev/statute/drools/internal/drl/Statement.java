package dev.statute.drools.internal.drl;

import java.util.List;

/** A statement of a consequence. What does not fit one of these is refused. */
public sealed interface Statement {
  /** {@code insert( new Verdict(…) );} */
  record Insert(Expression inserted, int start) implements Statement {}

  /**
   * {@code Type name = value;}
   *
   * @param type as written, without type arguments
   */
  record Local(String type, String name, Expression value, int start, int nameStart)
      implements Statement {}

  /** {@code if (condition) … else …} */
  record If(Expression condition, List<Statement> then, List<Statement> otherwise)
      implements Statement {}
}
