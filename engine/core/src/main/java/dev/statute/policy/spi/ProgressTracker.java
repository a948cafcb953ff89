package dev.statute.policy.spi;

import dev.statute.policy.Progress;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Tracker for the instances of one chart revision: counts a record into the state of an instance
 * and decides, by the verdicts of rules about the result, which findings are reported. It asks no
 * rules itself. Times are milliseconds of the instance's clock. Thread-safe.
 */
public interface ProgressTracker {
  /** Returns why a record would be rejected, or null; counts nothing. */
  @Nullable RecordRejection check(Map<String, ?> record);

  /**
   * Counts a record; rules have to judge the new state. A rejected record is not counted and not
   * judged.
   *
   * @param record fields, {@code type} among them; null values count as absent
   */
  CountedRecord record(ProgressState before, Map<String, ?> record, long nowMillis);

  /** Has a state judged again because time has passed; see {@link #nextDeadline}. */
  CountedRecord tick(ProgressState before, long nowMillis);

  /**
   * Returns the findings that hold for a state, whether reported before or not.
   *
   * @param verdicts about the facts of {@link #observe}
   */
  List<ReportedFinding> findings(ProgressState state, RuleVerdicts verdicts);

  /** Returns the facts of a state at a time. */
  Observation observe(ProgressState state, long nowMillis);

  /** Returns the counters of a state as a fact. */
  default Progress progress(ProgressState state) {
    return observe(state, 0).progress();
  }

  /** Returns the counters that this tracker keeps, by name in the order of the fact. */
  Map<String, Long> counters(ProgressState state);

  /**
   * Returns figures for people beside the counters: {@code recentSuccesses recentFailures
   * phasesSucceeded phaseFiles phaseElapsedMs}, the first two only where the window of actions is
   * kept.
   */
  Map<String, Long> summary(ProgressState state, long nowMillis);

  /**
   * Returns the phases of the work as plain values: {@code current}, {@code total}, {@code phases}
   * (the last 16, each with {@code number description started expected_ms elapsed_ms complete
   * success files_changed tests_passed blockers}), {@code blockers} of the phase that is open, and
   * {@code files}, the last changed files with their content hashes, empty where none was reported.
   */
  Map<String, ?> phases(ProgressState state, long nowMillis);

  /**
   * Returns the next time after {@code nowMillis} at which the passing of time alone may give a
   * finding: when a phase has taken its expected time, 1.5 times and twice that, and when 75, 90
   * and 100 percent of a time budget are used.
   */
  OptionalLong nextDeadline(ProgressState state, long nowMillis);

  /**
   * Returns whether an instance belongs to the held-out share, for which findings raise no events.
   */
  boolean isHeldOut(String instance);

  /**
   * Returns the key that {@link Progress#action} would have after the record of a tool call; empty
   * if the fields describe no call.
   */
  String actionKey(Map<String, ?> call);
}
