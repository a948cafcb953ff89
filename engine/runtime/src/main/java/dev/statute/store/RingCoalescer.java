package dev.statute.store;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Common part of doorbells between processes: the topics that wait to be sent, each once, and the
 * listeners in this process. A sender thread takes the topics that gathered while it sent the
 * previous ones. Thread-safe.
 */
public final class RingCoalescer {
  /** Limit of waiting topics; further rings are lost, as rings may be. */
  private static final int MAX_WAITING = 10_000;

  private final Set<String> waiting = new LinkedHashSet<>();
  private final DoorbellListeners listeners = new DoorbellListeners();
  private boolean closed;

  /** Adds a topic, unless it waits already. */
  public synchronized void add(String topic) {
    if (!closed && waiting.size() < MAX_WAITING) {
      waiting.add(topic);
      notifyAll();
    }
  }

  /** Waits for topics and takes all of them; null = closed and empty. */
  public synchronized @Nullable Set<String> take() throws InterruptedException {
    while (waiting.isEmpty()) {
      if (closed) {
        return null;
      }
      wait();
    }
    Set<String> topics = new LinkedHashSet<>(waiting);
    waiting.clear();
    return topics;
  }

  /** Subscribes to {@linkplain #notifyListeners received} rings. */
  public Subscription listen(Consumer<String> onRing) {
    return listeners.listen(onRing);
  }

  /** Notifies the listeners in this process of a received ring. */
  public void notifyListeners(String topic) {
    listeners.notifyListeners(topic);
  }

  /** Tests for a closed and empty coalescer. */
  public synchronized boolean isClosed() {
    return closed && waiting.isEmpty();
  }

  /** Accepts no more topics; waiting ones may still be taken. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Closes, and drops the waiting topics and the listeners. */
  public void discard() {
    synchronized (this) {
      waiting.clear();
    }
    close();
    listeners.clear();
  }
}
