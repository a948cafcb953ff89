package dev.statute.turns.internal.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Fair selection from a store's limited list of agents, oldest first. An agent that cannot be
 * served, because of damaged rows or an unregistered chart, stays the oldest for ever: the list is
 * extended by the number of these, and they come last, so none of them starves the others.
 * Thread-safe.
 */
final class FairSelection {
  /** Kinds of failures by agent, since its last success. */
  private final Map<String, Set<String>> failing = new LinkedHashMap<>();

  /**
   * Selects at most so many, agents without failures first.
   *
   * @param list lists at most so many entries
   * @param agent returns the agent of an entry
   */
  synchronized <T> List<T> select(
      IntFunction<List<T>> list, Function<T, String> agent, int atMost) {
    List<T> all = list.apply(atMost + failing.size());
    Set<String> there = new LinkedHashSet<>();
    List<T> next = new ArrayList<>();
    List<T> last = new ArrayList<>();
    for (T each : all) {
      there.add(agent.apply(each));
      (failing.containsKey(agent.apply(each)) ? last : next).add(each);
    }
    failing.keySet().retainAll(there);
    next.addAll(last);
    return List.copyOf(next.subList(0, Math.min(next.size(), atMost)));
  }

  /** Tests for a listed agent without known failures. */
  synchronized boolean selectAny(IntFunction<List<String>> list) {
    return !failing.keySet().containsAll(list.apply(1 + failing.size()));
  }

  /** Records the success of an agent. */
  synchronized void recordSuccess(String agent) {
    failing.remove(agent);
  }

  /**
   * Records the failure of an agent.
   *
   * @return true if it is the first one of its kind since the last success, and worth a message:
   *     the agent is tried again with each poll
   */
  synchronized boolean recordFailure(String agent, String kind) {
    return failing.computeIfAbsent(agent, same -> new LinkedHashSet<>()).add(kind);
  }
}
