package dev.statute.runtime;

import dev.statute.step.Effect;

/**
 * Takes what instances send to somebody who is no instance of this engine, after the step is
 * committed. Called on the instance's thread: must return quickly. What it throws is logged.
 */
@FunctionalInterface
public interface Router {
  /**
   * @param from id of the sending instance
   * @param send {@code to} is as the chart says it
   * @param key idempotency key: the same if the delivery is repeated after a crash
   */
  void route(String from, Effect.Send send, String key);
}
