package dev.statute.progress.internal.tracker;

import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.state.BudgetUsage;
import dev.statute.progress.internal.state.FileHashes;
import dev.statute.progress.internal.state.PhaseState;
import dev.statute.progress.internal.state.TextWindows;
import dev.statute.progress.internal.state.TrackerState;
import dev.statute.progress.internal.table.PackedForm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Progress of one instance as one packed array, so that a million idle agents fit in memory.
 * Phases, the windows that rules read as texts, and hashes of files are not packed. Immutable,
 * thread-safe.
 */
final class TrackedProgress implements ProgressState {
  static final TrackedProgress EMPTY = of(new TrackerState());

  /** Packed form of the state. */
  private final int[] cells;

  private final List<PhaseState> phases;
  private final TextWindows texts;
  private final FileHashes hashes;

  private TrackedProgress(
      int[] cells, List<PhaseState> phases, TextWindows texts, FileHashes hashes) {
    this.cells = cells;
    this.phases = phases;
    this.texts = texts;
    this.hashes = hashes;
  }

  static TrackedProgress of(ProgressState state) {
    return state instanceof TrackedProgress progress ? progress : EMPTY;
  }

  static TrackedProgress of(TrackerState state) {
    TextWindows texts = state.texts.equals(TextWindows.EMPTY) ? TextWindows.EMPTY : state.texts;
    return new TrackedProgress(state.pack(), state.phases, texts, state.hashes);
  }

  /** Returns the state, unpacked anew, so that the caller may count on it. */
  TrackerState state() {
    TrackerState state = TrackerState.unpack(cells);
    state.phases = phases;
    state.texts = texts;
    state.hashes = hashes;
    return state;
  }

  BudgetUsage budget() {
    return TrackerState.unpackBudget(cells);
  }

  /** Returns the current phase; null outside of phases. */
  @Nullable PhaseState openPhase() {
    PhaseState last = phases.isEmpty() ? null : phases.get(phases.size() - 1);
    return last != null && last.isOpen() ? last : null;
  }

  @Override
  public long records() {
    return new PackedForm(cells).number(0L);
  }

  @Override
  public Map<String, Object> toMap() {
    return ProgressCodec.write(cells, phases, texts, hashes);
  }
}
