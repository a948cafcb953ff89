package dev.statute.store;

/** Subscription of a listener; closing ends it. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /** Ends the subscription. Deliveries under way finish; no further one starts. */
  @Override
  void close();
}
