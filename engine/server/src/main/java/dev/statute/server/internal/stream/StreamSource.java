package dev.statute.server.internal.stream;

import java.util.List;

/**
 * Events of one response, pulled when the client can take more. A client that reads slowly delays
 * the pulls and costs neither memory nor a thread. Calls come one after another, on threads that
 * may block for a store access.
 */
public interface StreamSource extends AutoCloseable {
  /**
   * Begins; {@code onChange} is to be called whenever there may be new events. It returns at once
   * and may be called by any thread.
   */
  void open(Runnable onChange);

  /** Returns the next events, at most this many; empty if there are none now. */
  List<ServerEvent> next(int atMost);

  /** Tests whether there will be no more events after those that {@link #next} returned. */
  boolean isEnded();

  /** Releases what {@link #open} acquired. */
  @Override
  void close();
}
