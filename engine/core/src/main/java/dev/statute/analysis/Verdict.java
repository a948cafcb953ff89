package dev.statute.analysis;

/** Whether a property holds on all routes of a chart. */
public sealed interface Verdict {
  /**
   * No route breaks it.
   *
   * @param complete whether all routes were looked at, or only those within the limits
   */
  record Holds(boolean complete) implements Verdict {}

  /** It does not: the shortest route on which it breaks. */
  record Broken(Route route) implements Verdict {}
}
