package dev.statute.step.internal.lint;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Severity;
import dev.statute.step.internal.rules.GuardRules;
import java.util.Set;

/**
 * What is allowed in a chart and rarely meant: warnings, C8xx. Of rules they know the states that
 * some rule names as where it leads; what else rules may permit or redirect is not known here. Each
 * is silent where it can't be sure.
 */
public final class ChartLints {
  private ChartLints() {}

  /**
   * For charts without errors: names that mean nothing are passed over.
   *
   * @param entered states that some rule leads to
   */
  public static void check(
      ChartDefinition chart, ChartIndex index, Set<String> entered, ProblemCollector problems) {
    StateContents parts = StateContents.of(chart, index);
    ReachableStates reach = ReachableStates.of(parts, entered);
    ReachabilityLints.check(parts, reach, problems);
    EventLints.check(parts, problems);
    UnreachableTransitionLints.check(parts, problems);
    ParallelLints.check(parts, problems);
    LivelockLints.check(parts, reach, problems);
    RootTransitionLints.check(parts, problems);
  }

  /** For charts without errors and with rules, which may grant these guards. */
  public static void checkGuards(
      ChartDefinition chart, ChartIndex index, Set<String> granted, ProblemCollector problems) {
    GuardRules.check(StateContents.of(chart, index), granted, Severity.WARNING, problems);
  }
}
