package dev.statute.runtime;

import java.util.Map;

/**
 * Request to a handler: a {@code call} of a step, or a task that a state invokes.
 *
 * @param instance id of the calling instance
 * @param handler name under which the handler is registered
 * @param with arguments from the chart, in document order
 * @param key idempotency key: equal for all attempts and repetitions after a crash, and unique
 *     otherwise; pass it on to services that must not act twice
 * @param attempt 1 for the first
 * @param stop completes when the answer is no longer needed: the state was left, the time is over,
 *     or the engine closed
 */
public record Call(
    String instance, String handler, Map<String, ?> with, String key, int attempt, Stop stop) {

  /** Signal that ends a long-running handler. Thread-safe. */
  public interface Stop {
    boolean isRequested();

    /**
     * Runs {@code then} on a stop request, at once if there already was one. It must return
     * quickly.
     */
    void onRequested(Runnable then);
  }
}
