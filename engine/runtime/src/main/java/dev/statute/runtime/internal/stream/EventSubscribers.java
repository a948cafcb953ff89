package dev.statute.runtime.internal.stream;

import dev.statute.runtime.internal.value.ExceptionHandling;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscribers to the events of one instance. A notified subscriber fetches from the store, at its
 * own pace and on its own run of the executor: a slow one delays no other and costs no memory, and
 * learns of events that are no longer kept. Thread-safe.
 */
public final class EventSubscribers {
  private static final Logger LOG = LoggerFactory.getLogger(EventSubscribers.class);

  /** Events per fetch. */
  private static final int PAGE_SIZE = 256;

  private final List<Follower> subscribers = new CopyOnWriteArrayList<>();
  private final Source source;
  private final Executor executor;

  /** Source of the events after a number, as far as they are kept. */
  public interface Source {
    List<StreamEvent> after(long number, int atMost);
  }

  public EventSubscribers(Source source, Executor executor) {
    this.source = source;
    this.executor = executor;
  }

  /** Notifies of possible new events. */
  public void notifySubscribers() {
    if (!subscribers.isEmpty()) {
      subscribers.forEach(Follower::ring);
    }
  }

  public boolean hasSubscribers() {
    return !subscribers.isEmpty();
  }

  public Subscription subscribe(long after, Consumer<StreamEvent> consumer) {
    Follower follower = new Follower(after, consumer);
    subscribers.add(follower);
    follower.ring();
    return follower;
  }

  private final class Follower implements Subscription, Runnable {
    private final Consumer<StreamEvent> consumer;
    private final AtomicBoolean rung = new AtomicBoolean();
    private final AtomicBoolean awake = new AtomicBoolean();
    private volatile boolean closed;
    private long seen;

    Follower(long seen, Consumer<StreamEvent> consumer) {
      this.seen = seen;
      this.consumer = consumer;
    }

    void ring() {
      rung.set(true);
      if (awake.compareAndSet(false, true)) {
        try {
          executor.execute(this);
        } catch (RejectedExecutionException e) {
          close();
        } catch (Throwable e) {
          awake.set(false); // no memory for a thread: the next ring tries again
          LOG.warn("no thread for a subscriber; it is notified with the next event", e);
        }
      }
    }

    @Override
    public void run() {
      while (rung.getAndSet(false) && !closed) {
        try {
          fetch();
        } catch (Throwable e) {
          LOG.warn("cannot read events after {}; reading again at the next one", seen, e);
        }
      }
      awake.set(false);
      if (rung.get() && !closed) {
        ring();
      }
    }

    private void fetch() {
      List<StreamEvent> next;
      do {
        next = source.after(seen, PAGE_SIZE);
        for (StreamEvent event : next) {
          if (closed) {
            return;
          }
          if (event.number() > seen + 1) {
            deliver(missed(seen + 1, event));
          }
          seen = event.number();
          deliver(event);
        }
      } while (next.size() == PAGE_SIZE);
    }

    private StreamEvent missed(long from, StreamEvent next) {
      Map<String, Object> gap = new LinkedHashMap<>();
      gap.put("from", from);
      gap.put("to", next.number() - 1);
      return new StreamEvent(next.number() - 1, next.at(), "missed", gap);
    }

    private void deliver(StreamEvent event) {
      try {
        consumer.accept(event);
      } catch (Throwable e) {
        ExceptionHandling.restoreInterrupt(e);
        LOG.warn("a subscriber threw on event {}; it continues with the next", event.number(), e);
      }
    }

    @Override
    public void close() {
      closed = true;
      subscribers.remove(this);
    }
  }
}
