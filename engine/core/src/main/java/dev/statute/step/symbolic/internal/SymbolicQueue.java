package dev.statute.step.symbolic.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Queue of raised events. Errors in a row are limited, as further ones change nothing. */
final class SymbolicQueue {
  private static final int ERRORS = 3;

  private final Deque<String> events;

  SymbolicQueue(List<String> events) {
    this.events = new ArrayDeque<>(events);
  }

  void add(String name) {
    List<String> waiting = names();
    int from = Math.max(0, waiting.size() - ERRORS);
    boolean full =
        waiting.size() >= ERRORS
            && waiting.subList(from, waiting.size()).stream().allMatch(SymbolicQueue::isError);
    if (!isError(name) || !full) {
      events.add(name);
    }
  }

  private static boolean isError(String name) {
    return name.equals(SymbolicMicrostep.ERROR) || name.equals(SymbolicMicrostep.CONDITION_ERROR);
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  String remove() {
    return events.remove();
  }

  List<String> names() {
    return List.copyOf(events);
  }
}
