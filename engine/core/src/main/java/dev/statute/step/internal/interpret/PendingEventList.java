package dev.statute.step.internal.interpret;

import dev.statute.step.internal.state.PendingEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Timers and delayed sends of a step, in the order of their due instants. The list is copied on the
 * first change.
 */
final class PendingEventList {
  private List<PendingEvent> events;
  private boolean isCopied;
  private long nextSequence;

  PendingEventList(List<PendingEvent> events, long nextSequence) {
    this.events = events;
    this.nextSequence = nextSequence;
  }

  /** Returns the events; the original list if nothing changed. */
  List<PendingEvent> events() {
    return isCopied ? List.copyOf(events) : events;
  }

  /** Returns the number of the next event; it begins anew with an empty list. */
  long nextSequence() {
    return events.isEmpty() ? 0 : nextSequence;
  }

  /** Returns the number of the next event if the list is not the only pending part. */
  long lastSequence() {
    return nextSequence;
  }

  /** Takes the number of an event that is added next. */
  long takeSequence() {
    return nextSequence++;
  }

  void add(PendingEvent event) {
    copyBeforeWrite();
    int at = events.size();
    while (at > 0 && events.get(at - 1).compareTo(event) > 0) {
      at--;
    }
    events.add(at, event);
  }

  boolean anyMatch(Predicate<PendingEvent> condition) {
    return events.stream().anyMatch(condition);
  }

  void removeIf(Predicate<PendingEvent> condition) {
    if (anyMatch(condition)) {
      copyBeforeWrite();
      events.removeIf(condition);
    }
  }

  private void copyBeforeWrite() {
    if (!isCopied) {
      events = new ArrayList<>(events);
      isCopied = true;
    }
  }
}
