package dev.statute.turns.internal.protocol;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Who comes next, where a store lists agents oldest first and so many at most. An agent that cannot
 * be dealt with, because its rows are damaged or nobody here has its chart, stays the oldest for
 * ever: as many more are asked for as there are of these, and they come last. So none of them keeps
 * another from being listed. Thread-safe.
 */
final class FairSelection {
  private final Set<String> failing = new LinkedHashSet<>();

  /**
   * At most so many, those that could be dealt with before those that could not.
   *
   * @param list what there is, so many at most
   * @param agent whom one is about
   */
  synchronized <T> List<T> select(
      IntFunction<List<T>> list, Function<T, String> agent, int atMost) {
    List<T> all = list.apply(atMost + failing.size());
    Set<String> there = new LinkedHashSet<>();
    List<T> next = new ArrayList<>();
    List<T> last = new ArrayList<>();
    for (T each : all) {
      there.add(agent.apply(each));
      (failing.contains(agent.apply(each)) ? last : next).add(each);
    }
    failing.retainAll(there);
    next.addAll(last);
    return List.copyOf(next.subList(0, Math.min(next.size(), atMost)));
  }

  /** Whether anybody is listed that could be dealt with, as far as is known. */
  synchronized boolean selectAny(IntFunction<List<String>> list) {
    return !failing.containsAll(list.apply(1 + failing.size()));
  }

  /** What came of dealing with one. */
  synchronized void recordResult(String agent, boolean with) {
    if (with) {
      failing.remove(agent);
    } else {
      failing.add(agent);
    }
  }
}
