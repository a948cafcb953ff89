package dev.statute.step.internal.rules;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition.Kind;
import java.util.List;

/** Which states can be entered together. */
final class CompatibleStates {
  private CompatibleStates() {}

  /**
   * The first two of {@code targets} that no configuration can have both as targets, or an empty
   * list: two states go together only if the innermost state around both is a parallel one. A
   * history stands for its parent.
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
