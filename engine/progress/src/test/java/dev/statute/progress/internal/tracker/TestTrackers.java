package dev.statute.progress.internal.tracker;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.TrackedRecord;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.settings.TrackerSettings;
import java.util.Map;

/** Trackers without rules, for tests. */
public final class TestTrackers {
  private TestTrackers() {}

  /** Returns a tracker that keeps all state. */
  public static RecordTracker tracker(Map<String, ?> settings) {
    return new RecordTracker(
        new TrackerSettings(Settings.of(settings), fact -> true, counter -> true, true));
  }

  /** Counts a record that no rule judges. */
  public static TrackedRecord count(
      ProgressTracker tracker, ProgressState state, ProgressRecord record, long nowMillis) {
    return tracker.record(state, record.fields(), nowMillis).judgedBy(seen -> RuleVerdicts.NONE);
  }
}
