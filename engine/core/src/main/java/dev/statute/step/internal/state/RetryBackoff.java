package dev.statute.step.internal.state;

/**
 * Delay of retries after denials by a rule: a second first, then doubled each time, at most an
 * hour. A lifted veto takes effect after about the time that it lasted, and a permanent one costs
 * little.
 */
public final class RetryBackoff {
  private static final long INITIAL_DELAY = 1_000;
  private static final long MAX_DELAY = 3_600_000;
  private static final int MAX_DOUBLINGS = 12;

  private RetryBackoff() {}

  /**
   * Returns the delay in milliseconds.
   *
   * @param denied number of denials, at least 1
   */
  public static long delayMillis(int denied) {
    return Math.min(MAX_DELAY, INITIAL_DELAY << Math.min(denied - 1, MAX_DOUBLINGS));
  }
}
