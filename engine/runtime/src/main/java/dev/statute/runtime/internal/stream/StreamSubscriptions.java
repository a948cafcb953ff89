package dev.statute.runtime.internal.stream;

import dev.statute.store.InstanceStore;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
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
    Subscription[] follower = new Subscription[1];
    subscribers.compute(
        id,
        (same, known) -> {
          EventSubscribers log =
              known == null
                  ? new EventSubscribers((seen, most) -> store.events(id, seen, most), executor)
                  : known;
          follower[0] = log.subscribe(after, consumer);
          return log;
        });
    notifySubscribers(id);
    return () -> {
      follower[0].close();
      subscribers.computeIfPresent(id, (same, log) -> log.hasSubscribers() ? log : null);
    };
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
