package dev.statute.drools.internal.drl;

import java.util.List;

/** Statement of a consequence. Other statements are refused. */
public sealed interface DrlStatement {
  /** {@code insert( new Verdict(…) );} */
  record Insert(DrlExpression inserted, int start) implements DrlStatement {}

  /**
   * {@code Type name = value;}
   *
   * @param type as written, without type arguments
   */
  record Local(String type, String name, DrlExpression value, int start, int nameStart)
      implements DrlStatement {}

  /** {@code if (condition) … else …} */
  record If(DrlExpression condition, List<DrlStatement> thenBranch, List<DrlStatement> elseBranch)
      implements DrlStatement {}
}
