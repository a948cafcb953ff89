package dev.statute.policy.spi;

import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import dev.statute.policy.base.Counter;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Substitute for a missing implementation. Rejects every record, as ignoring one would hide the
 * loss; instances without records are not affected.
 */
final class MissingTracker implements ProgressTrackerFactory, ProgressTracker {
  private static final RecordRejection REJECTION =
      new RecordRejection(
          "progress tracker",
          "on the class path, in the artifact dev.statute:statute-progress",
          "missing");

  @Override
  public boolean isAvailable() {
    return false;
  }

  @Override
  public ProgressTracker tracker(
      Settings settings,
      Predicate<Class<?>> facts,
      Predicate<Counter> counters,
      boolean arguments) {
    return this;
  }

  @Override
  public ProgressState restore(Map<String, ?> stored) {
    throw new IllegalArgumentException(
        "progress cannot be read without the artifact dev.statute:statute-progress");
  }

  @Override
  public void checkSetting(SourceText name, Object value, ProblemCollector problems) {}

  @Override
  public boolean isKnownType(String type) {
    return false;
  }

  @Override
  public RecordRejection check(Map<String, ?> record) {
    return REJECTION;
  }

  @Override
  public TrackedRecord record(ProgressState before, Map<String, ?> record, long nowMillis) {
    return TrackedRecord.rejected(before, REJECTION);
  }

  @Override
  public TrackedRecord tick(ProgressState before, long nowMillis) {
    return new TrackedRecord(before, null, List.of(), null, Map.of());
  }

  @Override
  public List<ReportedFinding> findings(ProgressState state, RuleVerdicts verdicts) {
    return List.of();
  }

  @Override
  public Observation observe(ProgressState state, long nowMillis) {
    return new Observation() {
      @Override
      public Progress progress() {
        return Progress.NONE;
      }

      @Override
      public List<Object> facts(Predicate<Class<?>> wanted) {
        return wanted.test(Progress.class) ? List.of(Progress.NONE) : List.of();
      }
    };
  }

  @Override
  public Map<String, Long> counters(ProgressState state) {
    return Progress.NONE.toMap();
  }

  @Override
  public Map<String, Long> summary(ProgressState state, long nowMillis) {
    return Map.of();
  }

  @Override
  public Map<String, ?> phases(ProgressState state, long nowMillis) {
    return Map.of();
  }

  @Override
  public OptionalLong nextDeadline(ProgressState state, long nowMillis) {
    return OptionalLong.empty();
  }

  @Override
  public boolean isHeldOut(String instance) {
    return false;
  }

  @Override
  public String actionKey(Map<String, ?> call) {
    return "";
  }
}
