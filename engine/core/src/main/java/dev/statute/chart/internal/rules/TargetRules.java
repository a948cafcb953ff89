package dev.statute.chart.internal.rules;

import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.problem.Problems;
import java.util.List;

/** That the targets of a transition can be active together: C320. */
final class TargetRules {
  private TargetRules() {}

  static void check(StateContents parts, Problems problems) {
    for (int state = 0; state < parts.index().size(); state++) {
      for (TransitionDefinition transition : parts.transitions(state)) {
        List<Integer> clash =
            CompatibleStates.clash(parts.index(), parts.resolve(transition.targets()));
        if (!clash.isEmpty()) {
          problems.error(
              "C320",
              transition.targets().get(0),
              "'"
                  + parts.index().state(clash.get(0)).id()
                  + "' and '"
                  + parts.index().state(clash.get(1)).id()
                  + "' can't be active together, so one transition can't lead to both",
              "a list of targets names one state in each region of a parallel state; alternatives"
                  + " are several transitions");
        }
      }
    }
  }
}
