package dev.statute.store;

/** Ends what a listener began. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /** Nothing is delivered after this returns, but for what is being delivered. */
  @Override
  void close();
}
