package dev.statute.analysis;

/** Whether a property holds on all routes of a chart. */
public sealed interface PropertyResult {
  /**
   * No route breaks it.
   *
   * @param complete whether all routes were looked at, or only those within the limits
   */
  record Holds(boolean complete) implements PropertyResult {}

  /** It does not: the shortest route on which it breaks. */
  record Broken(ExamplePath route) implements PropertyResult {}
}
