package dev.statute.step.internal.run;

import dev.statute.policy.Policy;
import dev.statute.progress.Tracking;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.Model;

/** What all steps of one interpreter share. Immutable, thread-safe. */
record Machine(Chart chart, Model model, Policy policy, Tracking tracking) {
  /** More microsteps than this in one step are an endless loop. */
  static final int MOST_MICROSTEPS = 1_000;

  /** More steps than this by themselves after one input are an endless loop. */
  static final int MOST_FOLLOWING = 1_000;

  /** So many events can wait for a state that hears them. */
  static final int MOST_DEFERRED = 64;

  /** So many ids are remembered. */
  static final int MOST_HANDLED = 64;

  static Machine of(Chart chart, Policy policy) {
    return new Machine(chart, chart.model(), policy, Tracking.of(chart.settings(), policy::reads));
  }
}
