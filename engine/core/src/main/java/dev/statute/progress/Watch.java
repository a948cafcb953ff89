package dev.statute.progress;

import dev.statute.policy.Finding;
import dev.statute.policy.Observation;
import dev.statute.policy.RuleError;
import dev.statute.policy.RuleVerdict;
import dev.statute.policy.RuleVerdicts;
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
public final class Watch {
  private Watch() {}

  /** Counts a record and judges. */
  public static Watched record(
      Tracker tracker,
      Record record,
      long nowMillis,
      Tracking tracking,
      Function<Observation, RuleVerdicts> judge) {
    if (record.rejection() != null) {
      return tick(tracker, nowMillis, tracking, judge);
    }
    boolean stuck = record.type().equals("sub_agent") && stuck(record, nowMillis, tracking, judge);
    State state = tracker.next();
    new Counting(state, tracking, nowMillis).count(record, stuck);
    return judge(tracker, state, nowMillis, record, tracking, judge);
  }

  /** Whether a sub-agent, tracked apart, had any finding. */
  private static boolean stuck(
      Record record, long nowMillis, Tracking tracking, Function<Observation, RuleVerdicts> judge) {
    Tracker tracker = Tracker.empty();
    boolean stuck = false;
    for (Record each : record.records(Field.EVENTS)) {
      Watched watched = record(tracker, each, nowMillis, tracking, judge);
      stuck |= !watched.reports().isEmpty();
      tracker = watched.tracker();
    }
    return stuck;
  }

  /** Judges again because time has passed; see {@link Tracker#due}. */
  public static Watched tick(
      Tracker tracker,
      long nowMillis,
      Tracking tracking,
      Function<Observation, RuleVerdicts> judge) {
    return judge(tracker, tracker.next(), nowMillis, null, tracking, judge);
  }

  /** The findings that hold as things stand, without a new record. */
  public static List<Report> holding(
      Tracker tracker,
      long nowMillis,
      Tracking tracking,
      Function<Observation, RuleVerdicts> judge) {
    State state = tracker.state();
    return found(judge.apply(new Seen(state, tracking, nowMillis)), state);
  }

  private static Watched judge(
      Tracker before,
      State state,
      long nowMillis,
      @Nullable Record record,
      Tracking tracking,
      Function<Observation, RuleVerdicts> judge) {
    Observation observation = new Seen(state, tracking, nowMillis);
    List<Report> found = found(judge.apply(observation), state);
    Bookkeeper bookkeeper = new Bookkeeper(state, tracking);
    found.forEach(bookkeeper::enter);
    Report response = bookkeeper.response();
    Map<String, Object> told =
        response == null ? Map.of() : Advice.on(response, record, observation.progress(), tracking);
    Tracker after = Tracker.after(before, state, tracking.warm);
    return new Watched(after, observation, bookkeeper.reports(), response, told);
  }

  /** The findings, one per pattern and identity: the highest level it was given. */
  private static List<Report> found(RuleVerdicts rulings, State state) {
    Map<Integer, Report> found = new LinkedHashMap<>();
    RuleError error = rulings.error();
    if (error != null) {
      Finding finding = new Finding("rule-error", error.rule(), "hint", 1, error.message());
      return List.of(new Report(finding, error.rule(), error.place(), List.of(state.records)));
    }
    for (RuleVerdict ruling : rulings.all()) {
      if (ruling.verdict() instanceof Finding finding) {
        Report report =
            new Report(finding, ruling.rule(), ruling.place(), Evidence.of(finding, state));
        found.merge(Bookkeeper.key(finding), report, Watch::higher);
      }
    }
    return new ArrayList<>(found.values());
  }

  private static Report higher(Report a, Report b) {
    return isAbove(b.finding(), a.finding()) ? b : a;
  }

  /** Whether the level of a finding is higher than that of another one. */
  public static boolean isAbove(Finding finding, Finding other) {
    return Level.of(finding.level()).compareTo(Level.of(other.level())) > 0;
  }
}
