package dev.statute.store;

import java.util.function.Consumer;

/**
 * Notification of the workers on a topic, such as an instance's id, on this machine or another one.
 * A ring has no content, may be lost, and may arrive more than once: the store is authoritative,
 * and workers also poll it.
 *
 * <p>Contract, checked by {@code DoorbellContract}: {@link #ring} never blocks and never throws;
 * rings are delivered after the call, to every listener, on a thread of the doorbell's choice; an
 * exception of a listener affects no other. Thread-safe.
 */
public interface Doorbell extends AutoCloseable {
  void ring(String topic);

  /** Subscribes to all further rings; {@code onRing} must return quickly. */
  Subscription listen(Consumer<String> onRing);

  @Override
  default void close() {}
}
