package dev.statute.step.symbolic.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Queue of raised events. Errors in a row are limited, as further ones change nothing. An element
 * may stand for any number of events, which a loop raises.
 */
final class SymbolicQueue {
  private static final int ERRORS = 3;
  private static final String REPEATED = "*";

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

  /** Returns the element for any number of these events, in any order. */
  static String repeated(Set<String> names) {
    return REPEATED + String.join(REPEATED, names);
  }

  /**
   * Returns the events that the first element stands for any number of; empty for a single event.
   */
  List<String> repeatedFirst() {
    String first = events.element();
    return first.startsWith(REPEATED) ? List.of(first.substring(1).split("\\*")) : List.of();
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
