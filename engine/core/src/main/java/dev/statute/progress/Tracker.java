package dev.statute.progress;

import dev.statute.policy.Observation;
import dev.statute.policy.Phase;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of all that an agent did: counters and short windows of keys, a part of its
 * instance's snapshot. Recording gives a new tracker; the same records at the same times give the
 * same tracker, and the same bytes. Immutable; any thread.
 *
 * <p>It has two forms. A million agents at rest must fit, so that of an agent at rest is one packed
 * array; but packing and unpacking take longer than counting a record, so after a record it stays
 * as it is counted until other agents have worked since: {@link Warm} says who is to rest. Which
 * form it has shows in nothing but memory and time.
 */
public final class Tracker {
  private static final Tracker EMPTY = resting(new State());

  /** The state as it is counted, which does not change any more; null at rest. */
  private volatile @Nullable State working;

  /** The state, packed, see {@link Packed}; null at work. */
  private volatile int @Nullable [] cells;

  private final @Nullable Wordy wordy;

  /** What is kept in words: phases, and the raw windows where rules read them. */
  private record Wordy(List<Stage> stages, Texts texts) {
    static @Nullable Wordy of(State state) {
      boolean none = state.stages.isEmpty() && state.texts.equals(Texts.EMPTY);
      return none ? null : new Wordy(state.stages, state.texts);
    }
  }

  private Tracker(@Nullable State working, int @Nullable [] cells, @Nullable Wordy wordy) {
    this.working = working;
    this.cells = cells;
    this.wordy = wordy;
  }

  /** At rest. */
  static Tracker resting(State state) {
    return new Tracker(null, Packed.of(state), Wordy.of(state));
  }

  /**
   * After a record.
   *
   * @param before the one that was counted on
   * @param state does not change any more
   */
  static Tracker after(Tracker before, State state, Warm warm) {
    Tracker after = new Tracker(state, null, Wordy.of(state));
    State then = before.working;
    state.seat = warm.sit(after, before, then == null ? Warm.NOWHERE : then.seat);
    return after;
  }

  /** Comes to rest. */
  void rest() {
    State state = working;
    if (state != null) {
      cells = Packed.of(state);
      working = null; // last: who finds none here finds the cells
    }
  }

  /** Whether it is packed. */
  boolean rests() {
    return working == null;
  }

  /** The state, to be read. */
  State state() {
    State now = working;
    return now == null ? unpacked() : now;
  }

  /** A state to count on. */
  State next() {
    State now = working;
    return now == null ? unpacked() : now.next();
  }

  private State unpacked() {
    State state = Packed.unpack(packed());
    if (wordy != null) {
      state.stages = wordy.stages;
      state.texts = wordy.texts;
    }
    return state;
  }

  private int[] packed() {
    State now = working;
    return now == null ? Objects.requireNonNull(cells) : Packed.of(now);
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
    State next = next();
    new Counting(next, tracking, nowMillis).count(record, false);
    return new Tracked(after(this, next, tracking.warm), new Seen(next, tracking, nowMillis));
  }

  /** Counts a record, reading the settings anew; for tools and tests. */
  public Tracked record(Record record, long nowMillis, Settings settings) {
    return record(record, nowMillis, Tracking.of(settings));
  }

  /** What rules may see at that time, without a new record. */
  public Observation at(long nowMillis, Tracking tracking) {
    return new Seen(state(), tracking, nowMillis);
  }

  /** The counters alone. */
  public Progress progress(Tracking tracking) {
    return at(0, tracking).progress();
  }

  /** The last phases, at most 16, oldest first. */
  public List<Phase> phases(long nowMillis) {
    return wordy == null ? List.of() : Seen.phases(wordy.stages, nowMillis);
  }

  /**
   * What people ask of an agent beside the counters: {@code recentSuccesses recentFailures
   * phasesSucceeded phaseFiles phaseElapsedMs}; the first two only where the window is kept.
   */
  public Map<String, Long> summary(long nowMillis, Tracking tracking) {
    return Summary.of(state(), tracking.keepsWindows, nowMillis);
  }

  /** How many records were counted. */
  public long records() {
    State now = working;
    return now == null ? new Unpacking(packed()).large() : now.records;
  }

  /**
   * When, after {@code nowMillis}, the passing of time alone may next make a rule hold: when the
   * phase has taken its expected time, one and a half times, and twice that; when three quarters,
   * nine tenths and all of the time budget are gone. Empty if never. The host then asks {@link
   * Watch#tick}.
   */
  public OptionalLong due(long nowMillis, Tracking tracking) {
    return due(state(), nowMillis, tracking);
  }

  static OptionalLong due(State state, long nowMillis, Tracking tracking) {
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
   * left out. {@code version} says how it is written.
   */
  public Map<String, Object> toMap() {
    return wordy == null
        ? TrackerMap.write(packed(), List.of(), Texts.EMPTY)
        : TrackerMap.write(packed(), wordy.stages, wordy.texts);
  }

  /**
   * Reads what {@link #toMap} wrote. Of what was written before there were versions, the counters
   * of calls, files and tests are taken, and repetition is counted anew.
   *
   * @throws IllegalArgumentException if it is something else; the message says what
   */
  public static Tracker fromMap(Map<String, ?> map) {
    return resting(TrackerMap.read(map));
  }
}
