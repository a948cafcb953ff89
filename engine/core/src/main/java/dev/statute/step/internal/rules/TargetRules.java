package dev.statute.step.internal.rules;

import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import java.util.List;

/** Check that the targets of a transition can be active together: C320. */
final class TargetRules {
  private TargetRules() {}

  static void check(StateContents parts, ProblemCollector problems) {
    for (TransitionDefinition transition : parts.allTransitions()) {
      List<Integer> clash =
          CompatibleStates.findConflict(parts.index(), parts.resolve(transition.targets()));
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
