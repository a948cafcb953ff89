package dev.statute.step;

import dev.statute.policy.Settings;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.Map;
import java.util.function.Predicate;

/** Progress tracking without counters, for charts that receive no records. */
public final class StubTrackerFactory implements ProgressTrackerFactory {
  private final ProgressTrackerFactory none = ProgressTrackerFactory.installed();

  @Override
  public ProgressTracker tracker(
      Settings settings,
      Predicate<Class<?>> facts,
      Predicate<Counter> counters,
      boolean arguments) {
    return none.tracker(settings, facts, counters, arguments);
  }

  @Override
  public ProgressState restore(Map<String, ?> stored) {
    return none.restore(stored);
  }

  @Override
  public void checkSetting(SourceText name, Object value, ProblemCollector problems) {}

  @Override
  public boolean isKnownType(String type) {
    return false;
  }
}
