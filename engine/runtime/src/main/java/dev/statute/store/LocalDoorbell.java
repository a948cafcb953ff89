package dev.statute.store;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Doorbell inside one process. Rings of one topic that wait for delivery are merged. */
public final class LocalDoorbell implements Doorbell {
  private static final Logger LOG = LoggerFactory.getLogger(LocalDoorbell.class);

  private final DoorbellListeners listeners = new DoorbellListeners();
  private final Set<String> waiting = new LinkedHashSet<>();
  private final Executor executor;
  private boolean running;
  private boolean closed;

  /** Delivers on a thread of its own, which ends when idle. */
  public LocalDoorbell() {
    this(thread());
  }

  /**
   * Delivers on an executor.
   *
   * @param executor a direct executor delivers before {@link #ring} returns, which is only suitable
   *     for tests
   */
  public LocalDoorbell(Executor executor) {
    this.executor = executor;
  }

  private static Executor thread() {
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "statute-doorbell");
              thread.setDaemon(true);
              return thread;
            });
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  @Override
  public void ring(String topic) {
    synchronized (waiting) {
      if (closed || !waiting.add(topic) || running) {
        return;
      }
      running = true;
    }
    try {
      executor.execute(this::deliver);
    } catch (Throwable e) {
      LOG.debug("rings are lost, as they may be", e);
      synchronized (waiting) {
        waiting.clear();
        running = false;
      }
    }
  }

  private void deliver() {
    for (List<String> topics = take(); !topics.isEmpty(); topics = take()) {
      topics.forEach(listeners::notifyListeners);
    }
  }

  private List<String> take() {
    synchronized (waiting) {
      List<String> topics = List.copyOf(waiting);
      waiting.clear();
      running = !topics.isEmpty();
      return topics;
    }
  }

  @Override
  public Subscription listen(Consumer<String> onRing) {
    return listeners.listen(onRing);
  }

  /** Removes all listeners. */
  @Override
  public void close() {
    synchronized (waiting) {
      closed = true;
      waiting.clear();
    }
    listeners.clear();
  }
}
