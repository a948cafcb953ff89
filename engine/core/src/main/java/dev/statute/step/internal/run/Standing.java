package dev.statute.step.internal.run;

import dev.statute.chart.StateDefinition.Kind;
import dev.statute.step.internal.model.Bits;
import dev.statute.step.internal.model.Model;
import dev.statute.step.internal.model.Node;

/** What the algorithm asks about a set of active states. */
public final class Standing {
  private Standing() {}

  /**
   * What a history remembers of it: deep, the atomic states inside its parent; else the children.
   */
  public static int[] remembered(Model model, int history, Bits active) {
    Node parent = model.node(model.node(history).parent());
    boolean deep = model.node(history).kind() == Kind.DEEP_HISTORY;
    Bits kept = new Bits(model.size());
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
  public static boolean inFinal(Model model, int state, Bits active) {
    Node node = model.node(state);
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
