package dev.statute.turns;

import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import dev.statute.turns.Rows.Event;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Who listens to agents' events. Each is told every event once and in order, read from the store
 * after the number it has; rings and ticks only say when to look.
 */
final class Streams implements AutoCloseable {
  private static final int PAGE = 256;

  private final TurnStore store;
  private final Executor executor;
  private final Set<Listening> all = ConcurrentHashMap.newKeySet();
  private final Subscription rings;

  Streams(TurnStore store, Doorbell doorbell, Executor executor) {
    this.store = store;
    this.executor = executor;
    rings = doorbell.listen(this::ring);
  }

  Subscription subscribe(String agent, long after, Consumer<Event> listener) {
    Listening one = new Listening(agent, after, listener);
    all.add(one);
    executor.execute(one::pump);
    return () -> {
      all.remove(one);
      one.closed = true;
    };
  }

  private void ring(String topic) {
    for (Listening one : all) {
      if (one.agent.equals(topic)) {
        executor.execute(one::pump);
      }
    }
  }

  /** Looks for everybody, rings or not. */
  void look() {
    for (Listening one : all) {
      executor.execute(one::pump);
    }
  }

  @Override
  public void close() {
    rings.close();
    all.forEach(one -> one.closed = true);
    all.clear();
  }

  private final class Listening {
    private final String agent;
    private final Consumer<Event> listener;
    private long last;
    private volatile boolean closed;

    Listening(String agent, long after, Consumer<Event> listener) {
      this.agent = agent;
      this.listener = listener;
      last = after;
    }

    synchronized void pump() {
      List<Event> page;
      do {
        page = store.events(agent, last, PAGE);
        for (Event event : page) {
          if (closed) {
            return;
          }
          last = event.seq();
          listener.accept(event);
        }
      } while (page.size() == PAGE);
    }
  }
}
