package dev.statute.progress;

import dev.statute.policy.Observation;
import dev.statute.policy.Phase;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What is remembered of all that an agent did: counters and short windows of keys, a part of its
 * instance's snapshot. Recording gives a new tracker; the same records at the same times give the
 * same tracker, and the same bytes. Immutable; any thread.
 */
public final class Tracker {
  private static final Tracker EMPTY = new Tracker(new State());
  private final State state;

  private Tracker(State state) {
    this.state = state;
  }

  static Tracker of(State state) {
    return new Tracker(state);
  }

  /** Nothing recorded yet. */
  public static Tracker empty() {
    return EMPTY;
  }

  /**
   * Counts a record. A rejected one counts as nothing.
   *
   * @param nowMillis the instance's clock; phases, polls and budgets are measured with it
   */
  public Tracked record(Record record, long nowMillis, Tracking tracking) {
    if (record.rejection() != null) {
      return new Tracked(this, at(nowMillis, tracking));
    }
    return record(record, nowMillis, tracking, false);
  }

  /** Counts a record of which it is known whether the sub-agent it tells of was stuck. */
  Tracked record(Record record, long nowMillis, Tracking tracking, boolean stuck) {
    State next = new State(state);
    new Counting(next, tracking, nowMillis).count(record, stuck);
    return new Tracked(new Tracker(next), new Seen(next, tracking, nowMillis));
  }

  /** Counts a record, reading the settings anew; for tools and tests. */
  public Tracked record(Record record, long nowMillis, Settings settings) {
    return record(record, nowMillis, Tracking.of(settings));
  }

  /** What rules may see at that time, without a new record. */
  public Observation at(long nowMillis, Tracking tracking) {
    return new Seen(state, tracking, nowMillis);
  }

  /** The counters alone. */
  public Progress progress(Tracking tracking) {
    return at(0, tracking).progress();
  }

  /** The last phases, at most 16, oldest first. */
  public List<Phase> phases(long nowMillis) {
    return Seen.phases(state, nowMillis);
  }

  /** How many records were counted. */
  public long records() {
    return state.records;
  }

  /**
   * When, after {@code nowMillis}, the passing of time alone may next make a rule hold: when the
   * phase has taken its expected time, one and a half times, and twice that; when three quarters,
   * nine tenths and all of the time budget are gone. Empty if never. The host then asks {@link
   * Watch#tick}.
   */
  public OptionalLong due(long nowMillis, Tracking tracking) {
    long next = Long.MAX_VALUE;
    if (state.inPhase() && state.stage().expectedMs() > 0) {
      Stage stage = state.stage();
      next = after(nowMillis, stage.startedMs(), (double) stage.expectedMs(), 1, 1.5, 2);
    }
    double limit = state.spending.timeLimit(tracking);
    if (limit > 0 && state.spending.timeMs() == 0 && state.spending.startedMs() >= 0) {
      next = Math.min(next, after(nowMillis, state.spending.startedMs(), limit, 0.75, 0.9, 1));
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  private static long after(long now, long start, double length, double... parts) {
    for (double part : parts) {
      long at = start + (long) Math.ceil(length * part);
      if (at > now) {
        return at;
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * All of it as maps, lists, texts and whole numbers, in a fixed order; parts that are empty are
   * left out.
   */
  public Map<String, Object> toMap() {
    return StateMap.write(state);
  }

  /**
   * Reads what {@link #toMap} wrote.
   *
   * @throws IllegalArgumentException if it is something else; the message names the key
   */
  public static Tracker fromMap(Map<String, ?> map) {
    return new Tracker(StateMap.read(map));
  }

  State state() {
    return state;
  }
}
