package dev.statute.analysis.internal.symbolic;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Queue of raised events. Errors in a row are limited, as further ones change nothing. An element
 * may stand for any number of events, which a loop raises; while the first one does, events that
 * are raised again become such an element too, so that the queue is bounded.
 */
final class SymbolicQueue {
  private static final int ERRORS_IN_A_ROW = 3;
  private static final Set<String> ERRORS =
      Set.of(SymbolicMicrostep.ERROR, SymbolicMicrostep.CONDITION_ERROR);
  private static final String REPEATED = "*";

  private final List<String> events;

  SymbolicQueue(List<String> events) {
    this.events = new ArrayList<>(events);
  }

  void add(String name) {
    int size = events.size();
    List<String> last = events.subList(Math.max(0, size - ERRORS_IN_A_ROW), size);
    boolean full = last.size() == ERRORS_IN_A_ROW && ERRORS.containsAll(last);
    if ((full && ERRORS.contains(name)) || (size > 0 && includes(events.get(size - 1), name))) {
      return;
    }
    boolean repeating = size > 0 && isRepeated(events.get(0));
    boolean again = !isRepeated(name) && events.contains(name);
    String added = repeating && again ? REPEATED + name : name;
    for (int at = 1; repeating && isRepeated(added) && at < events.size(); at++) {
      if (includes(events.get(at), added)) {
        List<String> merged = events.subList(at, events.size());
        Set<String> names = new LinkedHashSet<>();
        merged.forEach(each -> names.addAll(members(each)));
        merged.clear();
        added = repeated(names);
      }
    }
    events.add(added);
  }

  /** Returns the element for any number of these events, in any order. */
  static String repeated(Set<String> names) {
    return REPEATED + String.join(REPEATED, names);
  }

  /** Returns the events that the first element stands for; empty if it is a single one. */
  List<String> repeatedFirst() {
    return isRepeated(events.get(0)) ? members(events.get(0)) : List.of();
  }

  private static boolean isRepeated(String element) {
    return element.startsWith(REPEATED);
  }

  private static List<String> members(String element) {
    return isRepeated(element) ? List.of(element.substring(1).split("\\*")) : List.of(element);
  }

  private static boolean includes(String element, String other) {
    return isRepeated(element) && members(element).containsAll(members(other));
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  String remove() {
    return events.remove(0);
  }

  List<String> names() {
    return List.copyOf(events);
  }
}
