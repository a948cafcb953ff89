package dev.statute.step.internal.algorithm;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition.Kind;

/** Domain of a transition: the ancestor of all states that it leaves. */
public final class TransitionDomain {
  private TransitionDomain() {}

  /**
   * Returns the source itself, if the transition is internal, the source compound and all targets
   * inside it; else the innermost compound state (or the root) around the source that has all
   * targets inside.
   *
   * @param targets with histories resolved, not empty
   */
  public static int of(ChartIndex index, int source, int[] targets, boolean internal) {
    if (internal && isCompound(index, source) && containsAll(index, source, targets)) {
      return source;
    }
    int domain = Math.max(0, index.parent(source));
    while (domain > 0 && !(isCompound(index, domain) && containsAll(index, domain, targets))) {
      domain = index.parent(domain);
    }
    return domain;
  }

  private static boolean isCompound(ChartIndex index, int number) {
    return index.state(number).kind() == Kind.COMPOUND;
  }

  /** Returns whether all targets are inside a state. */
  public static boolean containsAll(ChartIndex index, int ancestor, int[] targets) {
    for (int target : targets) {
      if (!index.isDescendant(target, ancestor)) {
        return false;
      }
    }
    return true;
  }
}
