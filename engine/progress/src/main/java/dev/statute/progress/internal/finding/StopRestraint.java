package dev.statute.progress.internal.finding;

import dev.statute.policy.Finding;
import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.settings.TrackerSettings;

/**
 * Restraint of stops on one record. A stop ends work, so it needs two strikes: a recover whose
 * advice the agent has seen, and further repetitions after it, their number by the setting {@code
 * stop_after_advice}. Format errors, rejected edits, and repetitions before anything was done stop
 * nothing. Without that setting, and for a pattern that has 0 there, the level of the rule stands.
 *
 * <p>That number is for agents of which nobody knows what a stop would cost. It is doubled where
 * work would be lost, and one further repetition is enough where none can be; see {@link Stake}.
 *
 * @param advised false if the agent has not yet seen all advice that it was given
 */
public record StopRestraint(TrackerSettings settings, Stake stake, boolean advised) {
  /**
   * What a stop would cost.
   *
   * @param mayStop false if the newest action is of a kind that stops nothing
   * @param isDone whether the newest action hands in the work, so that nothing is left to lose
   * @param isAhead whether the newest action only looks something up and nothing has been changed
   *     so far, so that all work may still be ahead
   * @param sinceNew actions since the last new result, if the newest action is another attempt and
   *     no repetition: a new result since the advice says that the agent gets on; else {@link
   *     Integer#MAX_VALUE}
   */
  public record Stake(boolean mayStop, boolean isDone, boolean isAhead, int sinceNew) {}

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
    int since = finding.count() - seenAt;
    boolean warned = advised && seenAt > 0 && since >= weighed(further, since);
    boolean stops = further < 0 || (stake.mayStop && (further == 0 || warned));
    return stops ? level : FindingLevel.RECOVER;
  }

  /** Returns how many repetitions after the advice a stop needs, by what it would cost. */
  private int weighed(int further, int since) {
    if (stake.isDone) {
      return Math.min(1, further);
    }
    boolean loses = stake.isAhead || stake.sinceNew < since;
    return loses && further > 1 ? 2 * further : further;
  }

  /** Returns whether a finding can be a reason to stop, as where its recoveries are used up. */
  public boolean mayStop(Finding finding) {
    boolean outage = finding.identity().equals(Counter.OUTAGES.text());
    return stake.mayStop && !outage;
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
