package dev.statute.step.internal.state;

/**
 * When something is offered again that a rule denied: after a second, then after twice as long each
 * time, at last every hour. So a rule that lifts its veto is heard about as soon again as it took,
 * and one that never does costs little.
 */
public final class RetryBackoff {
  private static final long INITIAL_DELAY = 1_000;
  private static final long MAX_DELAY = 3_600_000;
  private static final int MAX_DOUBLINGS = 12;

  private RetryBackoff() {}

  /**
   * Milliseconds to wait.
   *
   * @param denied how often it was denied, at least once
   */
  public static long delayMillis(int denied) {
    return Math.min(MAX_DELAY, INITIAL_DELAY << Math.min(denied - 1, MAX_DOUBLINGS));
  }
}
