package dev.statute.step.internal.rules;

import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Severity;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Check that some rule grants each guard that a chart names: C360. An error if there are no rules
 * at all; else a warning, as a chart may be tried with some of its rules.
 */
public final class GuardRules {
  private GuardRules() {}

  public static void check(
      StateContents parts, Set<String> granted, Severity severity, ProblemCollector problems) {
    for (TransitionDefinition transition : parts.allTransitions()) {
      check(transition.guard(), granted, severity, problems);
    }
    for (int state = 0; state < parts.index().size(); state++) {
      parts.moves(state).forEach(move -> check(move.guard(), granted, severity, problems));
    }
  }

  private static void check(
      @Nullable SourceText guard,
      Set<String> granted,
      Severity severity,
      ProblemCollector problems) {
    if (guard == null || granted.contains(guard.value())) {
      return;
    }
    String message = "no rule grants '" + guard + "', so this can never be taken";
    String fix =
        SpellingSuggestion.fix(
            guard.value(),
            granted,
            "write a rule that inserts a Grant for Candidate( guard == \"" + guard + "\" )");
    problems.add(
        severity == Severity.ERROR
            ? Problem.error("C360", guard, message, fix)
            : Problem.warning("C360", guard, message, fix));
  }
}
