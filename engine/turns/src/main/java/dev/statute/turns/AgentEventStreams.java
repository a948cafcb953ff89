package dev.statute.turns;

import dev.statute.runtime.support.EventFollower;
import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Subscribers to agents' events. Rings and ticks only trigger the reading from the store. */
final class AgentEventStreams implements AutoCloseable {
  private final TurnStore store;
  private final Executor executor;
  private final Map<EventFollower<Event>, String> agents = new ConcurrentHashMap<>();
  private final Subscription rings;

  AgentEventStreams(TurnStore store, Doorbell doorbell, Executor executor) {
    this.store = store;
    this.executor = executor;
    rings = doorbell.listen(this::ring);
  }

  Subscription subscribe(String agent, long after, Consumer<Event> listener) {
    EventFollower<Event> follower =
        new EventFollower<>(
            "agent " + agent,
            (seen, atMost) -> store.events(agent, seen, atMost),
            Event::seq,
            after,
            listener,
            executor);
    agents.put(follower, agent);
    follower.ring();
    return () -> {
      agents.remove(follower);
      follower.close();
    };
  }

  private void ring(String topic) {
    agents.forEach(
        (follower, agent) -> {
          if (agent.equals(topic)) {
            follower.ring();
          }
        });
  }

  /** Reads for all subscribers, without a ring. */
  void poll() {
    agents.keySet().forEach(EventFollower::ring);
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
    agents.keySet().forEach(EventFollower::close);
    agents.clear();
  }
}
