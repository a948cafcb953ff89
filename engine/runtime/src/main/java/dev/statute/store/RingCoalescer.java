package dev.statute.store;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a doorbell between processes is made of, besides its way to the others: the topics that wait
 * to be rung, each of them once, and those who listen in this process. A thread of the doorbell
 * takes what gathered while it was sending what was there before. Thread-safe.
 */
public final class RingCoalescer {
  /** What comes beyond is lost, as rings may be. */
  private static final int MAX_WAITING = 10_000;

  private final Set<String> waiting = new LinkedHashSet<>();
  private final DoorbellListeners listeners = new DoorbellListeners();
  private boolean closed;

  /** Has a topic wait to be taken, unless it waits already. */
  public synchronized void add(String topic) {
    if (!closed && waiting.size() < MAX_WAITING) {
      waiting.add(topic);
      notifyAll();
    }
  }

  /** Waits for topics and takes all there are; null = it is closed, and none are left. */
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

  /** Listens to what is {@linkplain #notifyListeners told} here. */
  public Subscription listen(Consumer<String> onRing) {
    return listeners.listen(onRing);
  }

  /** Tells a ring that was heard to everybody who listens here. */
  public void notifyListeners(String topic) {
    listeners.notifyListeners(topic);
  }

  /** Whether nothing is added any more and all that was is taken. */
  public synchronized boolean isClosed() {
    return closed && waiting.isEmpty();
  }

  /** Nothing is added any more; what waits may still be taken. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Nothing is added, taken or told any more. */
  public void discard() {
    synchronized (this) {
      waiting.clear();
    }
    close();
    listeners.clear();
  }
}
