package dev.statute.policy;

/** The tracker's counters after a record. */
public record Progress(int calls, int successes, int failures, int consecutiveErrors) {
  /** Nothing recorded yet. */
  public static final Progress NONE = new Progress(0, 0, 0, 0);
}
