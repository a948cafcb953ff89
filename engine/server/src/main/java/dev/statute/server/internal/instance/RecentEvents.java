package dev.statute.server.internal.instance;

import dev.statute.runtime.Listener;
import dev.statute.server.internal.stream.ServerEvent;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.StepCommit;
import dev.statute.store.StreamEvent;
import dev.statute.store.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * Last events of all instances of the server's engine, for the common stream. Numbers count from
 * the start of the server and carry its instant, so that a client of an earlier run is told that it
 * missed some. Thread-safe.
 */
final class RecentEvents implements Listener {
  private static final int KEPT = 10_000;

  /** Holder in commits that only serve to derive stream events. */
  private static final Worker UNUSED = new Worker("", "");

  private final ArrayDeque<InstanceEvent> events = new ArrayDeque<>();
  private final Set<Runnable> followers = new CopyOnWriteArraySet<>();
  private final String run = Long.toString(System.currentTimeMillis(), 36);
  private long last;

  /** Event of an instance with its number on this server. */
  record InstanceEvent(long number, String instance, String chart, StreamEvent event) {}

  @Override
  public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
    Snapshot after = steps.get(steps.size() - 1).snapshot();
    List<StreamEvent> added =
        new StepCommit(instance, UNUSED, at, 0, 0, 0, List.of())
            .steps(steps, List.of()).toCommit(after).stream();
    if (added.isEmpty()) {
      return;
    }
    String chart = steps.get(0).snapshot().chart().name();
    synchronized (this) {
      for (StreamEvent event : added) {
        events.addLast(new InstanceEvent(++last, instance, chart, event));
      }
      while (events.size() > KEPT) {
        events.removeFirst();
      }
    }
    followers.forEach(Runnable::run);
  }

  void follow(Runnable onChange) {
    followers.add(onChange);
  }

  void unfollow(Runnable onChange) {
    followers.remove(onChange);
  }

  /** Number of the last event. */
  synchronized long last() {
    return last;
  }

  /** Number of the first event that is kept. */
  synchronized long first() {
    return events.isEmpty() ? last + 1 : events.getFirst().number();
  }

  /** Returns kept events after a number, at most this many. */
  synchronized List<InstanceEvent> after(long number, int atMost) {
    List<InstanceEvent> found = new ArrayList<>();
    for (InstanceEvent each : events) {
      if (each.number() > number) {
        found.add(each);
        if (found.size() == atMost) {
          break;
        }
      }
    }
    return found;
  }

  /** Value that clients send back to resume. */
  String id(long number) {
    return run + "-" + number;
  }

  /** Returns the number in such a value; -1 if it is of another run of the server. */
  long number(String id) {
    String prefix = run + "-";
    try {
      return id.startsWith(prefix) ? Long.parseLong(id.substring(prefix.length())) : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  ServerEvent encode(InstanceEvent each) {
    StreamEvent event = each.event();
    Map<String, String> additions = new LinkedHashMap<>();
    additions.put("instance", each.instance());
    additions.put("chart", each.chart());
    additions.put("at", event.at().toString());
    return new ServerEvent(
        id(each.number()), event.type(), StreamEventJson.write(event, additions));
  }
}
