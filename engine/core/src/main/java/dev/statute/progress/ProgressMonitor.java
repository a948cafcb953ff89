package dev.statute.progress;

import dev.statute.policy.Finding;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Record in, findings out: counts the record, has the rules judge what is seen, and lets the ledger
 * decide what is news.
 *
 * <ul>
 *   <li>With the setting {@code report_every}, all that holds is reported on every record; without,
 *       a finding is reported on the record where its identity first reaches a level.
 *   <li>A finding raises an event when (pattern, identity) first holds at a level, again after a
 *       record on which it did not hold, and again every {@code renotify} further counts (0 =
 *       never) while it goes on; at most one event per record: the highest level, then the finding
 *       the rules gave first.
 *   <li>With {@code respond: false} nothing raises an event.
 *   <li>A finding is cleared after {@code clear_after} (3) actions with new information, or one
 *       verified improvement, since it last held. A cleared one that comes back starts at the level
 *       {@code return_at}, if that is set.
 * </ul>
 *
 * A rule that fails gives a finding {@code rule-error}; the record is kept.
 */
public final class ProgressMonitor {
  private ProgressMonitor() {}

  /** Counts a record and judges. */
  public static MonitorResult record(
      ProgressTracker tracker,
      ProgressRecord record,
      long nowMillis,
      TrackerSettings tracking,
      Function<Observation, RuleVerdicts> judge) {
    if (record.rejection() != null) {
      return tick(tracker, nowMillis, tracking, judge);
    }
    boolean stuck = record.type().equals("sub_agent") && stuck(record, nowMillis, tracking, judge);
    TrackerState state = tracker.next();
    new RecordCounter(state, tracking, nowMillis).count(record, stuck);
    return judge(tracker, state, nowMillis, record, tracking, judge);
  }

  /** Whether a sub-agent, tracked apart, had any finding. */
  private static boolean stuck(
      ProgressRecord record,
      long nowMillis,
      TrackerSettings tracking,
      Function<Observation, RuleVerdicts> judge) {
    ProgressTracker tracker = ProgressTracker.empty();
    boolean stuck = false;
    for (ProgressRecord each : record.records(RecordField.EVENTS)) {
      MonitorResult watched = record(tracker, each, nowMillis, tracking, judge);
      stuck |= !watched.reports().isEmpty();
      tracker = watched.tracker();
    }
    return stuck;
  }

  /** Judges again because time has passed; see {@link ProgressTracker#due}. */
  public static MonitorResult tick(
      ProgressTracker tracker,
      long nowMillis,
      TrackerSettings tracking,
      Function<Observation, RuleVerdicts> judge) {
    return judge(tracker, tracker.next(), nowMillis, null, tracking, judge);
  }

  /** The findings that hold as things stand, without a new record. */
  public static List<FindingReport> holding(
      ProgressTracker tracker,
      long nowMillis,
      TrackerSettings tracking,
      Function<Observation, RuleVerdicts> judge) {
    TrackerState state = tracker.state();
    return found(judge.apply(new TrackerObservation(state, tracking, nowMillis)), state);
  }

  private static MonitorResult judge(
      ProgressTracker before,
      TrackerState state,
      long nowMillis,
      @Nullable ProgressRecord record,
      TrackerSettings tracking,
      Function<Observation, RuleVerdicts> judge) {
    Observation observation = new TrackerObservation(state, tracking, nowMillis);
    List<FindingReport> found = found(judge.apply(observation), state);
    FindingUpdater bookkeeper = new FindingUpdater(state, tracking);
    found.forEach(bookkeeper::enter);
    FindingReport response = bookkeeper.response();
    Map<String, Object> told =
        response == null
            ? Map.of()
            : FindingAdvice.on(response, record, observation.progress(), tracking);
    ProgressTracker after = ProgressTracker.after(before, state, tracking.warm);
    return new MonitorResult(after, observation, bookkeeper.reports(), response, told);
  }

  /** The findings, one per pattern and identity: the highest level it was given. */
  private static List<FindingReport> found(RuleVerdicts rulings, TrackerState state) {
    Map<Integer, FindingReport> found = new LinkedHashMap<>();
    RuleError error = rulings.error();
    if (error != null) {
      Finding finding = new Finding("rule-error", error.rule(), "hint", 1, error.message());
      return List.of(
          new FindingReport(finding, error.rule(), error.place(), List.of(state.records)));
    }
    for (RuleVerdict ruling : rulings.verdicts()) {
      if (ruling.verdict() instanceof Finding finding) {
        FindingReport report =
            new FindingReport(
                finding, ruling.rule(), ruling.place(), FindingEvidence.of(finding, state));
        found.merge(FindingUpdater.key(finding), report, ProgressMonitor::higher);
      }
    }
    return new ArrayList<>(found.values());
  }

  private static FindingReport higher(FindingReport a, FindingReport b) {
    return isAbove(b.finding(), a.finding()) ? b : a;
  }

  /** Whether the level of a finding is higher than that of another one. */
  public static boolean isAbove(Finding finding, Finding other) {
    return FindingLevel.of(finding.level()).compareTo(FindingLevel.of(other.level())) > 0;
  }
}
