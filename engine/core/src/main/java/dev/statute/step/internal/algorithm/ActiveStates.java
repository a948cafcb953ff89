package dev.statute.step.internal.algorithm;

import dev.statute.chart.StateDefinition.Kind;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;

/** Queries of the SCXML algorithm on a set of active states. */
public final class ActiveStates {
  private ActiveStates() {}

  /**
   * Returns the value that a history records: deep, the atomic states inside its parent; else the
   * children.
   */
  public static int[] historyValue(CompiledChart model, int history, StateSet active) {
    CompiledState parent = model.state(model.state(history).parent());
    boolean deep = model.state(history).kind() == Kind.DEEP_HISTORY;
    StateSet kept = new StateSet(model.size());
    for (int n = active.next(parent.number() + 1);
        n >= 0 && n < parent.end();
        n = active.next(n + 1)) {
      if (deep ? model.state(n).isAtomic() : model.state(n).parent() == parent.number()) {
        kept.add(n);
      }
    }
    return kept.toArray();
  }

  /**
   * Returns {@code isInFinalState}: an active final child, or, of a parallel state, that of all
   * regions.
   */
  public static boolean isInFinalState(CompiledChart model, int state, StateSet active) {
    CompiledState node = model.state(state);
    for (int child : node.children()) {
      if (node.isParallel() && !isInFinalState(model, child, active)) {
        return false;
      }
      if (node.isCompound() && model.state(child).isFinal() && active.contains(child)) {
        return true;
      }
    }
    return node.isParallel();
  }
}
