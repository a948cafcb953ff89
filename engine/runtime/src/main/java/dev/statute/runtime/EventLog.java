package dev.statute.runtime;

import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
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
 * The last events of one instance, and who follows them. A follower is only rung; it fetches from
 * here, at its own pace and on its own run of the executor: a slow one holds up nobody and costs no
 * memory, and is told if it came too late. Thread-safe.
 */
final class EventLog {
  private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);

  private final Deque<StreamEvent> kept = new ArrayDeque<>(2);
  private final List<Follower> followers = new CopyOnWriteArrayList<>();
  private final int capacity;
  private long last;

  EventLog(int capacity) {
    this.capacity = capacity;
  }

  /** Number of the last event. */
  synchronized long last() {
    return last;
  }

  /** Goes on from a stream whose events are not kept here. */
  synchronized void startAfter(long number) {
    if (number != last) {
      kept.clear();
      last = number;
    }
  }

  /** Adds events that follow the last one, and rings. */
  void add(Collection<StreamEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    synchronized (this) {
      for (StreamEvent event : events) {
        kept.add(event);
        last = event.number();
        if (kept.size() > capacity) {
          kept.remove();
        }
      }
    }
    followers.forEach(Follower::ring);
  }

  /** The events after that number; first a {@code missed} one if some of them are gone. */
  synchronized List<StreamEvent> after(long number) {
    List<StreamEvent> events = new ArrayList<>();
    long first = last - kept.size() + 1;
    if (number < first - 1) {
      Map<String, Object> gap = new LinkedHashMap<>();
      gap.put("from", number + 1);
      gap.put("to", first - 1);
      Instant at = kept.isEmpty() ? Instant.EPOCH : kept.element().at();
      events.add(new StreamEvent(first - 1, at, "missed", gap));
    }
    for (StreamEvent event : kept) {
      if (event.number() > number) {
        events.add(event);
      }
    }
    return events;
  }

  boolean isFollowed() {
    return !followers.isEmpty();
  }

  /** The instance is gone: nobody follows it any more, and the next of its id begins anew. */
  void end() {
    List.copyOf(followers).forEach(Follower::close);
    synchronized (this) {
      kept.clear();
    }
  }

  Subscription follow(long after, Consumer<StreamEvent> consumer, Executor executor) {
    Follower follower = new Follower(after, consumer, executor);
    followers.add(follower);
    follower.ring();
    return follower;
  }

  private final class Follower implements Subscription, Runnable {
    private final Consumer<StreamEvent> consumer;
    private final Executor executor;
    private final AtomicBoolean rung = new AtomicBoolean();
    private final AtomicBoolean awake = new AtomicBoolean();
    private volatile boolean closed;
    private long seen;

    Follower(long seen, Consumer<StreamEvent> consumer, Executor executor) {
      this.seen = seen;
      this.consumer = consumer;
      this.executor = executor;
    }

    void ring() {
      rung.set(true);
      if (awake.compareAndSet(false, true)) {
        try {
          executor.execute(this);
        } catch (RejectedExecutionException e) {
          close();
        }
      }
    }

    @Override
    public void run() {
      while (rung.getAndSet(false)) {
        for (StreamEvent event : after(seen)) {
          if (closed) {
            return;
          }
          seen = event.number();
          deliver(event);
        }
      }
      awake.set(false);
      if (rung.get()) {
        ring();
      }
    }

    private void deliver(StreamEvent event) {
      try {
        consumer.accept(event);
      } catch (RuntimeException e) {
        LOG.warn("a subscriber threw on event {}; it goes on with the next", event.number(), e);
      }
    }

    @Override
    public void close() {
      closed = true;
      followers.remove(this);
    }
  }
}
