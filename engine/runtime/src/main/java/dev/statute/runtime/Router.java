package dev.statute.runtime;

import dev.statute.step.Effect;

/**
 * Receiver of sends to targets that are no instances of this engine, after the commit of the step.
 * Runs on the thread of the instance and must return quickly. Exceptions are logged.
 */
@FunctionalInterface
public interface Router {
  /**
   * Delivers a send.
   *
   * @param from id of the sending instance
   * @param send its {@code to} is the text in the chart
   * @param key idempotency key: equal if the delivery is repeated after a crash
   */
  void route(String from, Effect.Send send, String key);
}
