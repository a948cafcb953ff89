package dev.statute.jdbc.internal.sql;

/** Physical layout of the rows that are written with every event, chosen per database. */
public enum EventLayout {
  /** Every row has an index entry from the start. */
  INDEXED,
  /**
   * Rows without an index entry each, as the page of such an entry would be written for one event
   * only. Each event of a stream refers to the one before it, and the ids that an instance handled
   * last stay in its own row until several of them are moved to the inbox together. Requires one
   * writing transaction at a time and increasing row numbers.
   */
  CHAINED
}
