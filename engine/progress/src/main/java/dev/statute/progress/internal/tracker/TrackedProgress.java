package dev.statute.progress.internal.tracker;

import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.state.PhaseState;
import dev.statute.progress.internal.state.TextWindows;
import dev.statute.progress.internal.state.TrackerPacking;
import dev.statute.progress.internal.state.TrackerState;
import dev.statute.progress.internal.table.PackedReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Progress of one instance, in one of two forms. After a record it holds the unpacked state, since
 * packing and unpacking take longer than counting; once evicted from the {@link HotTrackerCache} it
 * holds one packed array, so that a million idle agents fit in memory. The form shows in memory and
 * time only. Immutable otherwise, thread-safe.
 */
final class TrackedProgress implements ProgressState {
  static final TrackedProgress EMPTY = packed(new TrackerState());

  /** Unpacked state, which does not change any more; null when packed. */
  private volatile @Nullable TrackerState unpacked;

  /** Packed state, see {@link TrackerPacking}; null when unpacked. */
  private volatile int @Nullable [] cells;

  private final @Nullable Texts texts;

  /** Parts that are never packed: phases and the windows that rules read as texts. */
  private record Texts(List<PhaseState> phases, TextWindows windows) {
    static @Nullable Texts of(TrackerState state) {
      boolean none = state.phases.isEmpty() && state.texts.equals(TextWindows.EMPTY);
      return none ? null : new Texts(state.phases, state.texts);
    }
  }

  private TrackedProgress(
      @Nullable TrackerState unpacked, int @Nullable [] cells, @Nullable Texts texts) {
    this.unpacked = unpacked;
    this.cells = cells;
    this.texts = texts;
  }

  static TrackedProgress of(ProgressState state) {
    return state instanceof TrackedProgress progress ? progress : EMPTY;
  }

  static TrackedProgress packed(TrackerState state) {
    return new TrackedProgress(null, TrackerPacking.pack(state), Texts.of(state));
  }

  /**
   * Returns the progress after a record, as the newest of its agent in the cache.
   *
   * @param state must not change any more
   */
  static TrackedProgress after(TrackedProgress before, TrackerState state, HotTrackerCache cache) {
    TrackedProgress after = new TrackedProgress(state, null, Texts.of(state));
    TrackerState previous = before.unpacked;
    state.slot =
        cache.replace(before, previous == null ? TrackerState.NO_SLOT : previous.slot, after);
    return after;
  }

  void pack() {
    TrackerState state = unpacked;
    if (state != null) {
      cells = TrackerPacking.pack(state);
      unpacked = null; // last, so that a reader that finds no state finds the cells
    }
  }

  boolean isPacked() {
    return unpacked == null;
  }

  /** Returns the state for reading. */
  TrackerState state() {
    TrackerState state = unpacked;
    return state == null ? unpack() : state;
  }

  /** Returns a copy of the state for counting. */
  TrackerState next() {
    TrackerState state = unpacked;
    return state == null ? unpack() : state.next();
  }

  private TrackerState unpack() {
    TrackerState state = TrackerPacking.unpack(cells());
    if (texts != null) {
      state.phases = texts.phases;
      state.texts = texts.windows;
    }
    return state;
  }

  private int[] cells() {
    TrackerState state = unpacked;
    return state == null ? Objects.requireNonNull(cells) : TrackerPacking.pack(state);
  }

  @Override
  public long records() {
    TrackerState state = unpacked;
    return state == null ? new PackedReader(cells()).large() : state.records;
  }

  @Override
  public Map<String, Object> toMap() {
    return toMap(false);
  }

  @Override
  public Map<String, Object> toCompactMap() {
    return toMap(true);
  }

  private Map<String, Object> toMap(boolean compact) {
    return texts == null
        ? ProgressCodec.write(cells(), List.of(), TextWindows.EMPTY, compact)
        : ProgressCodec.write(cells(), texts.phases, texts.windows, compact);
  }
}
