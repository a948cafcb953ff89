package dev.statute.step.internal.lint;

import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import java.util.Set;

/**
 * Lints of charts: legal constructs that are rarely intended, warnings C8xx. They take the target
 * states of rules into account, but not what rules may permit or redirect. A lint that cannot be
 * sure reports no problem.
 */
public final class ChartLints {
  private ChartLints() {}

  /**
   * Checks a chart without errors; unknown names are skipped.
   *
   * @param entered states that rules name as targets
   */
  public static void check(StateContents parts, Set<String> entered, ProblemCollector problems) {
    ReachableStates reach = ReachableStates.of(parts, entered);
    ReachabilityLints.check(parts, reach, problems);
    EventLints.check(parts, problems);
    UnreachableTransitionLints.check(parts, problems);
    FailingConditionLints.check(parts, problems);
    ParallelLints.check(parts, problems);
    LivelockLints.check(parts, reach, problems);
    RootTransitionLints.check(parts, problems);
  }
}
