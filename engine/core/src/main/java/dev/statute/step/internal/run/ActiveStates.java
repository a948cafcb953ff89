package dev.statute.step.internal.run;

import dev.statute.chart.StateDefinition.Kind;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;

/** What the algorithm asks about a set of active states. */
public final class ActiveStates {
  private ActiveStates() {}

  /**
   * What a history remembers of it: deep, the atomic states inside its parent; else the children.
   */
  public static int[] remembered(CompiledChart model, int history, StateSet active) {
    CompiledState parent = model.node(model.node(history).parent());
    boolean deep = model.node(history).kind() == Kind.DEEP_HISTORY;
    StateSet kept = new StateSet(model.size());
    for (int n = active.next(parent.number() + 1);
        n >= 0 && n < parent.end();
        n = active.next(n + 1)) {
      if (deep ? model.node(n).isAtomic() : model.node(n).parent() == parent.number()) {
        kept.add(n);
      }
    }
    return kept.toArray();
  }

  /**
   * {@code isInFinalState}: an active final child, or, of a parallel state, that of all regions.
   */
  public static boolean inFinal(CompiledChart model, int state, StateSet active) {
    CompiledState node = model.node(state);
    for (int child : node.children()) {
      if (node.isParallel() && !inFinal(model, child, active)) {
        return false;
      }
      if (node.isCompound() && model.node(child).isFinal() && active.has(child)) {
        return true;
      }
    }
    return node.isParallel();
  }
}
