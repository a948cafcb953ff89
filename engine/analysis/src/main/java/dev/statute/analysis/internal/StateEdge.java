package dev.statute.analysis.internal;

import dev.statute.analysis.internal.symbolic.SymbolicState;
import java.util.List;

/**
 * Edge of the state space: one input in one state, and the state that it leads to.
 *
 * @param source number of the state before, -1 for the start
 */
public record StateEdge(int source, String input, List<String> assumptions, SymbolicState target) {
  public StateEdge {
    assumptions = List.copyOf(assumptions);
  }
}
