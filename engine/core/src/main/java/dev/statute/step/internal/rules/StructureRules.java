package dev.statute.step.internal.rules;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Severity;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of structure that take the whole chart to judge; what breaks one is an error, C3xx.
 * Names that mean no state are left to whoever resolves targets; types inside expressions to
 * whoever compiles them.
 */
public final class StructureRules {
  private StructureRules() {}

  /**
   * @param granted the guards that some rule may grant; null = not known, nothing is said about
   *     guards
   */
  public static void check(
      ChartDefinition chart,
      ChartIndex index,
      @Nullable Set<String> granted,
      ProblemCollector problems) {
    StateContents parts = StateContents.of(chart, index);
    StateKindRules.check(parts, problems);
    InitialStateRules.check(parts, problems);
    TargetRules.check(parts, problems);
    EventRules.check(parts, problems);
    PayloadRules.check(parts, problems);
    CompletionEventRules.check(parts, problems);
    TimerRules.check(parts, problems);
    HydrationRules.check(chart, problems);
    if (granted != null) {
      GuardRules.check(parts, granted, Severity.ERROR, problems);
    }
  }
}
