package dev.statute.store;

import java.util.function.Consumer;

/**
 * Wakes whoever works on a topic, such as an instance's id, on this machine or another one. A ring
 * carries no meaning, may be lost, and may come more than once: the store is the truth, and
 * everybody looks there from time to time as well.
 *
 * <p>Law, checked by {@code DoorbellContract}: {@link #ring} never blocks and never throws; rings
 * are delivered after the call that made them, to every listener, on a thread of the doorbell's
 * choice; what a listener throws hurts nobody else. Thread-safe.
 */
public interface Doorbell extends AutoCloseable {
  void ring(String topic);

  /** Hears all rings from now on; {@code onRing} must return quickly. */
  Subscription listen(Consumer<String> onRing);

  @Override
  default void close() {}
}
