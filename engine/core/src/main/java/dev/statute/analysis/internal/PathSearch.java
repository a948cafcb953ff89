package dev.statute.analysis.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;

/** Searches in the graph of positions. */
public final class PathSearch {
  private static final int UNSEEN = -2;
  private static final int START = -1;

  private final StateSpaceExplorer graph;
  private final List<List<Integer>> before = new ArrayList<>();

  public PathSearch(StateSpaceExplorer graph) {
    this.graph = graph;
    for (int p = 0; p < graph.size(); p++) {
      before.add(new ArrayList<>());
    }
    for (int p = 0; p < graph.size(); p++) {
      for (int next : graph.successors(p).keySet()) {
        before.get(next).add(p);
      }
    }
  }

  /** The positions from which one of {@code goals} can be reached, those among them. */
  public BitSet leadingTo(IntPredicate goals) {
    BitSet found = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    for (int p = 0; p < graph.size(); p++) {
      if (goals.test(p)) {
        found.set(p);
        open.add(p);
      }
    }
    while (!open.isEmpty()) {
      for (int p : before.get(open.remove())) {
        if (!found.get(p)) {
          found.set(p);
          open.add(p);
        }
      }
    }
    return found;
  }

  /**
   * The shortest way from {@code start} that meets no goal and ends where none can be reached any
   * more; empty if there is none.
   */
  public List<Integer> astray(int start, IntPredicate goals, BitSet leadingToGoals) {
    int[] cameFrom = new int[graph.size()];
    Arrays.fill(cameFrom, UNSEEN);
    cameFrom[start] = START;
    Deque<Integer> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      int p = open.remove();
      if (!leadingToGoals.get(p)) {
        return way(p, cameFrom);
      }
      if (!goals.test(p)) {
        for (int next : graph.successors(p).keySet()) {
          if (cameFrom[next] == UNSEEN) {
            cameFrom[next] = p;
            open.add(next);
          }
        }
      }
    }
    return List.of();
  }

  private static List<Integer> way(int end, int[] cameFrom) {
    List<Integer> way = new ArrayList<>();
    for (int at = end; at != START; at = cameFrom[at]) {
      way.add(0, at);
    }
    return way;
  }
}
