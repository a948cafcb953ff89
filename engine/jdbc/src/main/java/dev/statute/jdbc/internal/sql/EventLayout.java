package dev.statute.jdbc.internal.sql;

import dev.statute.jdbc.internal.instance.EventChain;
import dev.statute.jdbc.internal.instance.InlineHandledIds;

/** How rows that come with every event are found again, as one kind of database does it best. */
public enum EventLayout {
  /** Each has a place in an index from the beginning. */
  INDEXED,
  /**
   * An index costs a page per event, which its key chooses and nobody else's event shares. So an
   * event of a stream leads to the one before it ({@link EventChain}), and the ids that an instance
   * handled last stay in its own row until several of them go into the inbox together ({@link
   * InlineHandledIds}). It takes that one transaction writes at a time, and that rows have numbers
   * which only rise.
   */
  CHAINED
}
