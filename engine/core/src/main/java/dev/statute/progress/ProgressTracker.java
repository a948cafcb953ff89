package dev.statute.progress;

import dev.statute.policy.Phase;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.Observation;
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
 * as it is counted until other agents have worked since: {@link HotTrackerCache} says who is to
 * rest. Which form it has shows in nothing but memory and time.
 */
public final class ProgressTracker {
  private static final ProgressTracker EMPTY = resting(new TrackerState());

  /** The state as it is counted, which does not change any more; null at rest. */
  private volatile @Nullable TrackerState working;

  /** The state, packed, see {@link TrackerPacking}; null at work. */
  private volatile int @Nullable [] cells;

  private final @Nullable Wordy wordy;

  /** What is kept in words: phases, and the raw windows where rules read them. */
  private record Wordy(List<PhaseState> stages, TextWindows texts) {
    static @Nullable Wordy of(TrackerState state) {
      boolean none = state.stages.isEmpty() && state.texts.equals(TextWindows.EMPTY);
      return none ? null : new Wordy(state.stages, state.texts);
    }
  }

  private ProgressTracker(
      @Nullable TrackerState working, int @Nullable [] cells, @Nullable Wordy wordy) {
    this.working = working;
    this.cells = cells;
    this.wordy = wordy;
  }

  /** At rest. */
  static ProgressTracker resting(TrackerState state) {
    return new ProgressTracker(null, TrackerPacking.of(state), Wordy.of(state));
  }

  /**
   * After a record.
   *
   * @param before the one that was counted on
   * @param state does not change any more
   */
  static ProgressTracker after(ProgressTracker before, TrackerState state, HotTrackerCache warm) {
    ProgressTracker after = new ProgressTracker(state, null, Wordy.of(state));
    TrackerState then = before.working;
    state.seat = warm.sit(after, before, then == null ? HotTrackerCache.NOWHERE : then.seat);
    return after;
  }

  /** Comes to rest. */
  void rest() {
    TrackerState state = working;
    if (state != null) {
      cells = TrackerPacking.of(state);
      working = null; // last: who finds none here finds the cells
    }
  }

  /** Whether it is packed. */
  boolean rests() {
    return working == null;
  }

  /** The state, to be read. */
  TrackerState state() {
    TrackerState now = working;
    return now == null ? unpacked() : now;
  }

  /** A state to count on. */
  TrackerState next() {
    TrackerState now = working;
    return now == null ? unpacked() : now.next();
  }

  private TrackerState unpacked() {
    TrackerState state = TrackerPacking.unpack(packed());
    if (wordy != null) {
      state.stages = wordy.stages;
      state.texts = wordy.texts;
    }
    return state;
  }

  private int[] packed() {
    TrackerState now = working;
    return now == null ? Objects.requireNonNull(cells) : TrackerPacking.of(now);
  }

  /** Nothing recorded yet. */
  public static ProgressTracker empty() {
    return EMPTY;
  }

  /**
   * Counts a record. A rejected one counts as nothing.
   *
   * @param nowMillis the instance's clock; phases, polls and budgets are measured with it
   */
  public TrackedRecord record(ProgressRecord record, long nowMillis, TrackerSettings tracking) {
    if (record.rejection() != null) {
      return new TrackedRecord(this, at(nowMillis, tracking));
    }
    TrackerState next = next();
    new RecordCounter(next, tracking, nowMillis).count(record, false);
    return new TrackedRecord(
        after(this, next, tracking.warm), new TrackerObservation(next, tracking, nowMillis));
  }

  /** Counts a record, reading the settings anew; for tools and tests. */
  public TrackedRecord record(ProgressRecord record, long nowMillis, Settings settings) {
    return record(record, nowMillis, TrackerSettings.of(settings));
  }

  /** What rules may see at that time, without a new record. */
  public Observation at(long nowMillis, TrackerSettings tracking) {
    return new TrackerObservation(state(), tracking, nowMillis);
  }

  /** The counters alone. */
  public Progress progress(TrackerSettings tracking) {
    return at(0, tracking).progress();
  }

  /** The last phases, at most 16, oldest first. */
  public List<Phase> phases(long nowMillis) {
    return wordy == null ? List.of() : TrackerObservation.phases(wordy.stages, nowMillis);
  }

  /**
   * What people ask of an agent beside the counters: {@code recentSuccesses recentFailures
   * phasesSucceeded phaseFiles phaseElapsedMs}; the first two only where the window is kept.
   */
  public Map<String, Long> summary(long nowMillis, TrackerSettings tracking) {
    return Summary.of(state(), tracking.keepsWindows, nowMillis);
  }

  /** How many records were counted. */
  public long records() {
    TrackerState now = working;
    return now == null ? new PackedReader(packed()).large() : now.records;
  }

  /**
   * When, after {@code nowMillis}, the passing of time alone may next make a rule hold: when the
   * phase has taken its expected time, one and a half times, and twice that; when three quarters,
   * nine tenths and all of the time budget are gone. Empty if never. The host then asks {@link
   * ProgressMonitor#tick}.
   */
  public OptionalLong due(long nowMillis, TrackerSettings tracking) {
    return due(state(), nowMillis, tracking);
  }

  static OptionalLong due(TrackerState state, long nowMillis, TrackerSettings tracking) {
    long next = Long.MAX_VALUE;
    if (state.inPhase() && state.stage().expectedMs() > 0) {
      PhaseState stage = state.stage();
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
        ? TrackerMap.write(packed(), List.of(), TextWindows.EMPTY)
        : TrackerMap.write(packed(), wordy.stages, wordy.texts);
  }

  /**
   * Reads what {@link #toMap} wrote. Of what was written before there were versions, the counters
   * of calls, files and tests are taken, and repetition is counted anew.
   *
   * @throws IllegalArgumentException if it is something else; the message says what
   */
  public static ProgressTracker fromMap(Map<String, ?> map) {
    return resting(TrackerMap.read(map));
  }
}
