package dev.statute.turns;

import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscribers to agents' events. Each receives every event once and in order, read from the store
 * after its last number; rings and ticks only trigger the reading.
 */
final class AgentEventStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Turns.class);
  private static final int PAGE_SIZE = 256;

  private final TurnStore store;
  private final Executor executor;
  private final Set<AgentSubscription> listeners = ConcurrentHashMap.newKeySet();
  private final Subscription rings;

  AgentEventStreams(TurnStore store, Doorbell doorbell, Executor executor) {
    this.store = store;
    this.executor = executor;
    rings = doorbell.listen(this::ring);
  }

  Subscription subscribe(String agent, long after, Consumer<Event> listener) {
    AgentSubscription one = new AgentSubscription(agent, after, listener);
    listeners.add(one);
    one.ring();
    return () -> {
      listeners.remove(one);
      one.closed = true;
    };
  }

  private void ring(String topic) {
    for (AgentSubscription one : listeners) {
      if (one.agent.equals(topic)) {
        one.ring();
      }
    }
  }

  /** Reads for all subscribers, without a ring. */
  void poll() {
    listeners.forEach(AgentSubscription::ring);
  }

  /**
   * Passes unpublished events on, then marks them.
   *
   * @return number of events
   */
  int relay(int atMost, Consumer<Event> publish, Supplier<Instant> now) {
    List<Event> events = store.unpublished(atMost);
    List<String> left = new ArrayList<>();
    try {
      for (Event event : events) {
        publish.accept(event);
        left.add(event.id());
      }
    } finally {
      if (!left.isEmpty()) {
        store.markPublished(left, now.get());
      }
    }
    return left.size();
  }

  @Override
  public void close() {
    rings.close();
    listeners.forEach(one -> one.closed = true);
    listeners.clear();
  }

  private final class AgentSubscription {
    private final String agent;
    private final Consumer<Event> listener;
    private final AtomicInteger rings = new AtomicInteger();
    private volatile long last;
    private volatile boolean closed;

    AgentSubscription(String agent, long after, Consumer<Event> listener) {
      this.agent = agent;
      this.listener = listener;
      last = after;
    }

    /** Schedules a run; one run at a time, so a slow listener occupies one thread. */
    void ring() {
      if (rings.getAndIncrement() == 0) {
        try {
          executor.execute(this::run);
        } catch (Throwable e) {
          rings.set(0);
          LOG.warn("no thread for a listener to {}; it is notified later", agent, e);
        }
      }
    }

    private void run() {
      int heard;
      do {
        heard = rings.get();
        try {
          pump();
        } catch (Throwable e) {
          LOG.warn("cannot read the events of {} after {}; reading again later", agent, last, e);
        }
      } while (!rings.compareAndSet(heard, 0));
    }

    private void pump() {
      List<Event> page;
      do {
        page = store.events(agent, last, PAGE_SIZE);
        for (Event event : page) {
          if (closed) {
            return;
          }
          last = event.seq();
          tell(event);
        }
      } while (page.size() == PAGE_SIZE);
    }

    private void tell(Event event) {
      try {
        listener.accept(event);
      } catch (Throwable e) {
        LOG.warn("a listener to {} threw on event {}; it continues with the next", agent, last, e);
      }
    }
  }
}
