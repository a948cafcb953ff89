package dev.statute.chart.check;

import dev.statute.chart.MoveDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.check.internal.Parts;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** That some rule grants each guard that a chart names: C360. */
final class GuardRules {
  private GuardRules() {}

  static void check(Parts parts, Set<String> granted, Problems problems) {
    for (int state = 0; state < parts.index().size(); state++) {
      for (TransitionDefinition transition : parts.transitions(state)) {
        check(transition.guard(), granted, problems);
      }
      for (MoveDefinition move : parts.moves(state)) {
        check(move.guard(), granted, problems);
      }
    }
  }

  private static void check(@Nullable Text guard, Set<String> granted, Problems problems) {
    if (guard == null || granted.contains(guard.value())) {
      return;
    }
    String near = Suggest.nearest(guard.value(), granted);
    problems.error(
        "C360",
        guard,
        "no rule grants '" + guard + "', so this can never be taken",
        near != null
            ? "did you mean '" + near + "'?"
            : "write a rule that inserts a Grant for Candidate( guard == \"" + guard + "\" )");
  }
}
