package dev.statute.progress.internal.state;

/**
 * Failures of the infrastructure in a row. Such a failure is nobody's fault, but calls that go on
 * without waiting are. A failure after a longer wait than any before does not count: whoever waits
 * longer each time does what is asked. Immutable.
 *
 * @param count failures that count
 * @param batch key of the parallel calls of the newest failure; 0 if it had none
 * @param asked longest wait that calls asked for, in milliseconds
 * @param passed longest time between two failures, in milliseconds
 * @param paused wait that calls asked for since the newest failure, in milliseconds
 * @param at instance clock at the newest failure, in milliseconds
 */
public record Outages(int count, int batch, long asked, long passed, long paused, long at) {
  static final Outages NONE = new Outages(0, 0, 0, 0, 0, 0);

  /**
   * Counts a failure.
   *
   * @param ofBatch key of its parallel calls; 0 if it has none
   * @param wait time that the call waited before it failed, in milliseconds
   */
  Outages withFailure(int ofBatch, long wait, long now) {
    if (count > 0 && ofBatch != 0 && ofBatch == batch) {
      return this;
    }
    long asks = paused + wait;
    long passes = count == 0 ? 0 : Math.max(0, now - at);
    boolean longer = count > 0 && (asks > asked || (passed > 0 && passes > passed));
    return new Outages(
        longer ? count : count + 1,
        ofBatch,
        Math.max(asked, asks),
        Math.max(passed, passes),
        0,
        now);
  }

  /** Adds a wait between two calls, in milliseconds. */
  Outages withPause(long wait) {
    return count == 0 ? this : new Outages(count, batch, asked, passed, paused + wait, at);
  }
}
