package dev.statute.step.internal.rules;

import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Severity;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Structure rules of a whole chart; violations are errors, C3xx. Unknown states are reported by the
 * resolution of names; types inside expressions by their compiler.
 */
public final class StructureRules {
  private StructureRules() {}

  /**
   * Checks a chart.
   *
   * @param granted the guards that some rule may grant; null = not known: guards are not checked
   */
  public static void check(
      StateContents parts, @Nullable Set<String> granted, ProblemCollector problems) {
    StateKindRules.check(parts, problems);
    InitialStateRules.check(parts, problems);
    TargetRules.check(parts, problems);
    EventRules.check(parts, problems);
    PayloadRules.check(parts, problems);
    CompletionEventRules.check(parts, problems);
    TimerRules.check(parts, problems);
    HydrationRules.check(parts.chart(), problems);
    if (granted != null) {
      GuardRules.check(parts, granted, Severity.ERROR, problems);
    }
  }
}
