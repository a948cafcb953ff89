package dev.statute.analysis.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;

/** Breadth-first searches in the graph of resting states. Immutable. */
public final class PathSearch {
  private static final int UNSEEN = -2;
  private static final int START = -1;

  private final StateSpaceExplorer graph;

  public PathSearch(StateSpaceExplorer graph) {
    this.graph = graph;
  }

  /**
   * Returns the states from which one of {@code goals} is reachable, the goals included.
   *
   * @param passable states that the way there may pass
   */
  public BitSet leadingTo(IntPredicate goals, IntPredicate passable) {
    BitSet found = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    for (int state = 0; state < graph.size(); state++) {
      if (goals.test(state)) {
        found.set(state);
        open.add(state);
      }
    }
    while (!open.isEmpty()) {
      for (int state : graph.predecessors(open.remove())) {
        if (!found.get(state) && passable.test(state)) {
          found.set(state);
          open.add(state);
        }
      }
    }
    return found;
  }

  /**
   * Returns the shortest path from {@code start} that passes no goal and ends where no goal is
   * reachable any more; empty if there is none.
   *
   * @param hopeful states from which a goal is, or may be, reachable
   */
  public List<Integer> pathAvoiding(IntPredicate goals, BitSet hopeful, int start) {
    int[] previous = new int[graph.size()];
    Arrays.fill(previous, UNSEEN);
    previous[start] = START;
    Deque<Integer> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      int state = open.remove();
      if (!hopeful.get(state)) {
        return path(state, previous);
      }
      if (!goals.test(state)) {
        for (int next : graph.successors(state).keySet()) {
          if (previous[next] == UNSEEN) {
            previous[next] = state;
            open.add(next);
          }
        }
      }
    }
    return List.of();
  }

  private static List<Integer> path(int end, int[] previous) {
    List<Integer> path = new ArrayList<>();
    for (int state = end; state != START; state = previous[state]) {
      path.add(0, state);
    }
    return path;
  }
}
