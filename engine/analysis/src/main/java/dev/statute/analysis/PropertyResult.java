package dev.statute.analysis;

/** Result of checking a property on all paths of a chart. */
public sealed interface PropertyResult {
  /**
   * The property holds on every explored path.
   *
   * @param complete whether all paths were explored, or only those within the limits
   */
  record Holds(boolean complete) implements PropertyResult {}

  /**
   * The property is violated.
   *
   * @param example the shortest path that violates it
   */
  record Violated(ExamplePath example) implements PropertyResult {}
}
