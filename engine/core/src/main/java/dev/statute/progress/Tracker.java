package dev.statute.progress;

import dev.statute.policy.Observation;
import dev.statute.policy.Phase;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of all that an agent did: counters and short windows of keys, a part of its
 * instance's snapshot. Recording gives a new tracker; the same records at the same times give the
 * same tracker, and the same bytes. Immutable; any thread.
 */
public final class Tracker {
  private static final Tracker EMPTY = of(new State());

  /** The state, packed; see {@link Packed}. */
  private final int[] cells;

  private final @Nullable Wordy wordy;

  /** What is kept in words: phases, and the raw windows where rules read them. */
  private record Wordy(List<Stage> stages, Texts texts) {}

  private Tracker(int[] cells, @Nullable Wordy wordy) {
    this.cells = cells;
    this.wordy = wordy;
  }

  /** Packs a state. */
  static Tracker of(State state) {
    boolean none = state.stages.isEmpty() && state.texts.equals(Texts.EMPTY);
    return new Tracker(Packed.of(state), none ? null : new Wordy(state.stages, state.texts));
  }

  /** The state, to be read or to count on. */
  State state() {
    State state = Packed.unpack(cells);
    if (wordy != null) {
      state.stages = wordy.stages;
      state.texts = wordy.texts;
    }
    return state;
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
    State next = state();
    new Counting(next, tracking, nowMillis).count(record, false);
    return new Tracked(of(next), new Seen(next, tracking, nowMillis));
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

  /** How many records were counted. */
  public long records() {
    return new Unpacking(cells).large();
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
        ? TrackerMap.write(cells, List.of(), Texts.EMPTY)
        : TrackerMap.write(cells, wordy.stages, wordy.texts);
  }

  /**
   * Reads what {@link #toMap} wrote. Of what was written before there were versions, the counters
   * of calls, files and tests are taken, and repetition is counted anew.
   *
   * @throws IllegalArgumentException if it is something else; the message says what
   */
  public static Tracker fromMap(Map<String, ?> map) {
    return of(TrackerMap.read(map));
  }
}
