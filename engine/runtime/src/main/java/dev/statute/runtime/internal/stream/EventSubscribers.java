package dev.statute.runtime.internal.stream;

import dev.statute.runtime.support.EventFollower;
import dev.statute.store.StreamEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Subscribers to the events of one instance, who learn of events not kept. Thread-safe. */
final class EventSubscribers {
  private final List<EventFollower<StreamEvent>> followers = new CopyOnWriteArrayList<>();
  private final EventFollower.Source<StreamEvent> source;
  private final Executor executor;

  EventSubscribers(EventFollower.Source<StreamEvent> source, Executor executor) {
    this.source = source;
    this.executor = executor;
  }

  /** Notifies of possible new events. */
  void notifySubscribers() {
    followers.forEach(EventFollower::ring);
  }

  boolean hasSubscribers() {
    return !followers.isEmpty();
  }

  /** Adds a subscriber that is to be rung for earlier events. */
  EventFollower<StreamEvent> add(long after, Consumer<StreamEvent> consumer) {
    EventFollower<StreamEvent> follower =
        new EventFollower<>(
            "an instance", this::events, StreamEvent::number, after, consumer, executor);
    followers.add(follower);
    return follower;
  }

  void remove(EventFollower<StreamEvent> follower) {
    follower.close();
    followers.remove(follower);
  }

  /** Reads events; an event {@code missed} stands for those that are no longer kept. */
  private List<StreamEvent> events(long after, int atMost) {
    List<StreamEvent> events = new ArrayList<>();
    long last = after;
    for (StreamEvent event : source.after(after, atMost)) {
      if (event.number() > last + 1) {
        Map<String, Object> gap = new LinkedHashMap<>();
        gap.put("from", last + 1);
        gap.put("to", event.number() - 1);
        events.add(new StreamEvent(event.number() - 1, event.at(), "missed", gap));
      }
      events.add(event);
      last = event.number();
    }
    return events;
  }
}
