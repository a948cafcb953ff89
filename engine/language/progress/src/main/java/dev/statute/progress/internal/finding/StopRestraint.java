package dev.statute.progress.internal.finding;

import dev.statute.policy.Finding;
import dev.statute.progress.internal.settings.TrackerSettings;

/**
 * Restraint of stops on one record. A stop ends work, so it needs two strikes: a recover whose
 * advice the agent has seen, and further repetitions after it, their number by the setting {@code
 * stop_after_advice}. Format errors, rejected edits, and repetitions before anything was done stop
 * nothing. Without that setting, and for a pattern that has 0 there, the level of the rule stands.
 *
 * @param mayStop false if the newest action is of a kind that stops nothing
 * @param advised false if the agent has not yet seen all advice that it was given
 */
public record StopRestraint(TrackerSettings settings, boolean mayStop, boolean advised) {
  /**
   * Returns the level of a finding.
   *
   * @param level level that its rule gives
   * @param seenAt count of the finding when its advice was seen; 0 if it was not
   */
  FindingLevel limit(Finding finding, FindingLevel level, int seenAt) {
    if (level != FindingLevel.STOP) {
      return level;
    }
    int further = settings.repetitionsAfterAdvice(finding.pattern());
    boolean warned = advised && seenAt > 0 && finding.count() - seenAt >= further;
    boolean stops = further < 0 || (mayStop && (further == 0 || warned));
    return stops ? level : FindingLevel.RECOVER;
  }

  /** Returns the count from which further repetitions are counted; 0 below the level recover. */
  int countFrom(Finding finding, FindingLevel level, int before) {
    if (level == FindingLevel.HINT) {
      return 0;
    }
    int count = Math.max(1, finding.count());
    return before == 0 || !advised ? count : Math.min(before, count);
  }
}
