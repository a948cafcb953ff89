package dev.statute.runtime.internal.stream;

import dev.statute.runtime.support.EventFollower;
import dev.statute.store.InstanceStore;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Subscriptions to the event streams of instances. Thread-safe. */
public final class StreamSubscriptions {
  private final Map<String, EventSubscribers> subscribers = new ConcurrentHashMap<>();
  private final InstanceStore store;
  private final Executor executor;

  /**
   * Creates an empty set of subscriptions.
   *
   * @param executor runs subscribers, which may block
   */
  public StreamSubscriptions(InstanceStore store, Executor executor) {
    this.store = store;
    this.executor = executor;
  }

  /** Subscribes to the events of an instance after a number. */
  public Subscription subscribe(String id, long after, Consumer<StreamEvent> consumer) {
    List<EventFollower<StreamEvent>> added = new ArrayList<>(1);
    EventSubscribers log =
        subscribers.compute(
            id,
            (same, known) -> {
              EventSubscribers of = known == null ? subscribers(id) : known;
              added.add(of.add(after, consumer));
              return of;
            });
    EventFollower<StreamEvent> follower = added.get(0);
    follower.ring(); // outside of the map, as the consumer may subscribe too
    return () -> {
      log.remove(follower);
      subscribers.computeIfPresent(id, (same, of) -> of.hasSubscribers() ? of : null);
    };
  }

  private EventSubscribers subscribers(String id) {
    return new EventSubscribers((seen, atMost) -> store.events(id, seen, atMost), executor);
  }

  /** Notifies the subscribers of an instance of possible new events. */
  public void notifySubscribers(String id) {
    EventSubscribers log = subscribers.isEmpty() ? null : subscribers.get(id);
    if (log != null) {
      log.notifySubscribers();
    }
  }

  /** Notifies all subscribers. */
  public void notifyAllSubscribers() {
    subscribers.values().forEach(EventSubscribers::notifySubscribers);
  }
}
