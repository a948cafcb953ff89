package dev.statute.step.internal.rules;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition.Kind;
import java.util.List;

/** Compatibility of target states. */
final class CompatibleStates {
  private CompatibleStates() {}

  /**
   * Returns the first two of {@code targets} that no configuration can have both as targets, or an
   * empty list: two states are compatible only if the innermost state around both is a parallel
   * one. A history counts as its parent.
   */
  static List<Integer> findConflict(ChartIndex index, List<Integer> targets) {
    for (int i = 0; i < targets.size(); i++) {
      for (int j = i + 1; j < targets.size(); j++) {
        int one = entryState(index, targets.get(i));
        int other = entryState(index, targets.get(j));
        int common = index.commonAncestor(one, other);
        if (common == one || common == other || index.state(common).kind() != Kind.PARALLEL) {
          return List.of(targets.get(i), targets.get(j));
        }
      }
    }
    return List.of();
  }

  private static int entryState(ChartIndex index, int target) {
    return index.state(target).kind().isHistory() ? index.parent(target) : target;
  }
}
