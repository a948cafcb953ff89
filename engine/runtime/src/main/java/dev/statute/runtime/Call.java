package dev.statute.runtime;

import java.util.Map;

/**
 * What a handler is asked to do, for a {@code call} of a step or for a task that a state invokes.
 *
 * @param instance id of the instance that asks
 * @param handler the name it was asked by
 * @param with what the chart passes, in document order
 * @param key the same for every attempt and every repetition after a crash, and for nothing else:
 *     pass it on to whatever must not happen twice
 * @param attempt 1 for the first
 * @param stop completes when nobody waits for the answer any more: the state was left, the time was
 *     up, or the engine closed
 */
public record Call(
    String instance, String handler, Map<String, ?> with, String key, int attempt, Stop stop) {

  /** Tells a long-running handler to give up. Thread-safe. */
  public interface Stop {
    boolean isRequested();

    /** Runs {@code then} when asked to stop, at once if it already was. It must return quickly. */
    void onRequested(Runnable then);
  }
}
