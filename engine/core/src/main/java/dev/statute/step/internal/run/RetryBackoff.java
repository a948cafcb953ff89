package dev.statute.step.internal.run;

/**
 * When something is offered again that a rule denied: after a second, then after twice as long each
 * time, at last every hour. So a rule that lifts its veto is heard about as soon again as it took,
 * and one that never does costs little.
 */
final class RetryBackoff {
  private static final long FIRST = 1_000;
  private static final long MOST = 3_600_000;
  private static final int DOUBLINGS = 12;

  private RetryBackoff() {}

  /**
   * Milliseconds to wait.
   *
   * @param denied how often it was denied, at least once
   */
  static long after(int denied) {
    return Math.min(MOST, FIRST << Math.min(denied - 1, DOUBLINGS));
  }
}
