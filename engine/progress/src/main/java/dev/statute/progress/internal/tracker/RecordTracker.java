package dev.statute.progress.internal.tracker;

import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.CountedRecord;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.RecordRejection;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.TrackedRecord;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.count.RepetitionState;
import dev.statute.progress.internal.finding.FindingAdvice;
import dev.statute.progress.internal.finding.FindingUpdater;
import dev.statute.progress.internal.finding.StopRestraint;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.state.BudgetUsage;
import dev.statute.progress.internal.state.LastAction;
import dev.statute.progress.internal.state.PhaseState;
import dev.statute.progress.internal.state.RecordCounter;
import dev.statute.progress.internal.state.TrackerState;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tracker for the instances of one chart revision: counts a record, and updates the ledger of
 * findings by the verdicts of rules about the new state.
 *
 * <ul>
 *   <li>A finding is reported on the record on which its identity first reaches a level; with
 *       {@code report_every} on every record on which it holds.
 *   <li>A finding raises an event when its pattern and identity first hold at a level, when they
 *       hold again after a record on which they did not, and after every {@code renotify} further
 *       counts (0 = never). At most one event per record: that of the highest level, then that of
 *       the first verdict.
 *   <li>With {@code respond: false} no finding raises an event.
 *   <li>A finding is cleared by {@code clear_after} (3) actions with new information or one
 *       verified improvement since it last held. A cleared finding that holds again starts at the
 *       level {@code return_at}, if that is set.
 *   <li>With {@code stop_after_advice} a stop needs a recover whose advice was seen before; see
 *       {@link StopRestraint}.
 * </ul>
 *
 * A rule that fails gives a finding {@code rule-error}; the record is counted. Thread-safe.
 */
public final class RecordTracker implements ProgressTracker {
  private final TrackerSettings settings;

  public RecordTracker(TrackerSettings settings) {
    this.settings = settings;
  }

  @Override
  public @Nullable RecordRejection check(Map<String, ?> record) {
    return ProgressRecord.of(record).rejection();
  }

  @Override
  public CountedRecord record(ProgressState before, Map<String, ?> record, long nowMillis) {
    return record(
        TrackedProgress.of(before), ProgressRecord.of(record), nowMillis, tracked -> tracked);
  }

  /**
   * Counts a record.
   *
   * @param next continues with the result
   */
  private CountedRecord record(
      TrackedProgress before,
      ProgressRecord record,
      long nowMillis,
      Function<TrackedRecord, CountedRecord> next) {
    RecordRejection rejection = record.rejection();
    if (rejection != null) {
      return next.apply(TrackedRecord.rejected(before, rejection));
    }
    if (!record.type().equals("sub_agent")) {
      return count(before, record, nowMillis, false, next);
    }
    return subAgent(
        record.records(RecordField.EVENTS).iterator(),
        TrackedProgress.EMPTY,
        nowMillis,
        false,
        isStuck -> count(before, record, nowMillis, isStuck, next));
  }

  /**
   * Counts the records of a sub-agent, which is tracked apart.
   *
   * @param isStuck whether the records so far had any finding
   * @param next continues with whether any record had one
   */
  private CountedRecord subAgent(
      Iterator<ProgressRecord> records,
      TrackedProgress progress,
      long nowMillis,
      boolean isStuck,
      Function<Boolean, CountedRecord> next) {
    while (records.hasNext()) {
      ProgressRecord record = records.next();
      if (record.rejection() == null) {
        return record(
            progress,
            record,
            nowMillis,
            tracked ->
                subAgent(
                    records,
                    TrackedProgress.of(tracked.state()),
                    nowMillis,
                    isStuck || !tracked.reports().isEmpty(),
                    next));
      }
    }
    return next.apply(isStuck);
  }

  private CountedRecord count(
      TrackedProgress before,
      ProgressRecord record,
      long nowMillis,
      boolean isStuck,
      Function<TrackedRecord, CountedRecord> next) {
    TrackerState state = before.state();
    new RecordCounter(state, settings, nowMillis).count(record, isStuck);
    return observed(state, nowMillis, record, next);
  }

  /**
   * Returns what a stop would cost after the newest action. One record of words since does not
   * change that; an agent that repeats words acts no more.
   */
  private static StopRestraint.Stake stake(TrackerState state) {
    LastAction action = state.lastAction;
    ToolEffect effect = action.effect();
    boolean talks =
        state.repetition.get(Counter.SAME_MESSAGES) > 1
            || state.repetition.get(Counter.CONDENSATIONS) > 1;
    if (effect == null || talks) {
      return new StopRestraint.Stake(action.mayStop(), false, false, Integer.MAX_VALUE);
    }
    RepetitionState repetition = state.repetition;
    boolean isAttempt = effect.isAttempt() && !repetition.isRepeated();
    return new StopRestraint.Stake(
        action.mayStop(),
        effect == ToolEffect.SUBMIT,
        effect.isLookup() && !repetition.hasChanged(),
        isAttempt ? repetition.get(Counter.SINCE_NEW) : Integer.MAX_VALUE);
  }

  @Override
  public CountedRecord tick(ProgressState before, long nowMillis) {
    return observed(TrackedProgress.of(before).state(), nowMillis, null, tracked -> tracked);
  }

  @Override
  public List<ReportedFinding> findings(ProgressState state, RuleVerdicts verdicts) {
    return FindingCollector.collect(verdicts, TrackedProgress.of(state).state());
  }

  private CountedRecord observed(
      TrackerState state,
      long nowMillis,
      @Nullable ProgressRecord record,
      Function<TrackedRecord, CountedRecord> next) {
    Observation observation = new TrackerObservation(state, settings, nowMillis);
    return new CountedRecord.Observed(
        observation, verdicts -> next.apply(report(state, record, observation, verdicts)));
  }

  /** Updates the ledger of findings by the verdicts about an observation. */
  private TrackedRecord report(
      TrackerState state,
      @Nullable ProgressRecord record,
      Observation observation,
      RuleVerdicts verdicts) {
    StopRestraint restraint =
        new StopRestraint(
            settings, stake(state), record == null || record.flag(RecordField.ADVISED, true));
    FindingUpdater updater =
        new FindingUpdater(
            state.ledger, state.discoveries, state.improvements, restraint, settings);
    FindingCollector.collect(verdicts, state).forEach(updater::add);
    ReportedFinding response = updater.response();
    Map<String, Object> eventData =
        response == null
            ? Map.of()
            : FindingAdvice.eventData(
                response,
                record,
                observation.progress(),
                settings,
                restraint.mayStop(response.finding()));
    return new TrackedRecord(
        TrackedProgress.of(state), observation, updater.reports(), response, eventData);
  }

  @Override
  public Observation observe(ProgressState state, long nowMillis) {
    return new TrackerObservation(TrackedProgress.of(state).state(), settings, nowMillis);
  }

  @Override
  public Map<String, Long> counters(ProgressState state) {
    return settings.keptCounters(progress(state));
  }

  /**
   * Returns figures for people who look at an agent: successes and failures in the window of
   * actions, if it is kept, succeeded phases among the last 16, and the file changes and elapsed
   * time of the current phase.
   */
  @Override
  public Map<String, Long> summary(ProgressState given, long nowMillis) {
    TrackerState state = TrackedProgress.of(given).state();
    Map<String, Long> figures = new LinkedHashMap<>();
    if (settings.keepsWindows) {
      long successes = state.recentSuccesses();
      figures.put("recentSuccesses", successes);
      figures.put("recentFailures", state.actions.size() - successes);
    }
    figures.put(
        "phasesSucceeded", state.phases.stream().filter(p -> !p.isOpen() && p.success()).count());
    figures.put("phaseFiles", state.inPhase() ? (long) state.phase().filesChanged() : 0L);
    figures.put("phaseElapsedMs", state.inPhase() ? state.phase().elapsed(nowMillis) : 0L);
    return figures;
  }

  @Override
  public Map<String, ?> phases(ProgressState given, long nowMillis) {
    TrackerState state = TrackedProgress.of(given).state();
    Map<String, Object> all = new LinkedHashMap<>();
    long current = state.numbers[Counter.PHASE.index()];
    all.put("current", current);
    all.put("total", Math.max(settings.phaseCount, current));
    all.put("phases", state.phases.stream().map(phase -> phase.describe(nowMillis)).toList());
    all.put("blockers", state.inPhase() ? state.phase().blockers() : List.of());
    all.put("files", state.hashes.byPath());
    return Collections.unmodifiableMap(all);
  }

  /** Returns when the phase or the time budget next reaches a share of its length. */
  @Override
  public OptionalLong nextDeadline(ProgressState given, long nowMillis) {
    TrackedProgress progress = TrackedProgress.of(given);
    long next = Long.MAX_VALUE;
    PhaseState phase = progress.openPhase();
    if (phase != null && phase.expectedMs() > 0) {
      next = nextShare(nowMillis, phase.startedMs(), (double) phase.expectedMs(), 1, 1.5, 2);
    }
    BudgetUsage budget = progress.budget();
    double limit = budget.timeLimit(settings);
    if (limit > 0 && budget.timeMs() == 0 && budget.startedMs() >= 0) {
      next = Math.min(next, nextShare(nowMillis, budget.startedMs(), limit, 0.75, 0.9, 1));
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  private static long nextShare(long now, long start, double length, double... shares) {
    for (double share : shares) {
      long at = start + (long) Math.ceil(length * share);
      if (at > now) {
        return at;
      }
    }
    return Long.MAX_VALUE;
  }

  @Override
  public boolean isHeldOut(String instance) {
    return settings.isHeldOut(instance);
  }

  @Override
  public String actionKey(Map<String, ?> call) {
    return settings.actionKey(call);
  }
}
