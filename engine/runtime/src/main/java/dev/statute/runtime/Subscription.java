package dev.statute.runtime;

/** Ends a subscription of an instance's events. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /** No event is delivered after this returns, but for one that is being delivered. */
  @Override
  void close();
}
