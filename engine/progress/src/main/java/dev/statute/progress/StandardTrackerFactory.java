package dev.statute.progress;

import dev.statute.policy.Settings;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.progress.internal.record.RecordShape;
import dev.statute.progress.internal.settings.SettingCheck;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.tracker.ProgressCodec;
import dev.statute.progress.internal.tracker.RecordTracker;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Progress tracking with counters, streaks, cycles and windows in at most a few kilobytes per
 * agent. Installed as a service; stateless, thread-safe.
 */
public final class StandardTrackerFactory implements ProgressTrackerFactory {
  @Override
  public ProgressTracker tracker(
      Settings settings,
      Predicate<Class<?>> facts,
      Predicate<Counter> counters,
      boolean arguments) {
    return new RecordTracker(new TrackerSettings(settings, facts, counters, arguments));
  }

  @Override
  public ProgressState restore(Map<String, ?> stored) {
    return ProgressCodec.read(stored);
  }

  @Override
  public void checkSetting(SourceText name, Object value, ProblemCollector problems) {
    new SettingCheck(name, problems).check(value);
  }

  @Override
  public boolean isKnownType(String type) {
    return RecordShape.isKnown(type);
  }
}
