package dev.statute.progress.internal.tracker;

import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.state.BudgetUsage;
import dev.statute.progress.internal.state.PhaseState;
import dev.statute.progress.internal.state.TextWindows;
import dev.statute.progress.internal.state.TrackerState;
import dev.statute.progress.internal.table.PackedForm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Progress of one instance as one packed array, so that a million idle agents fit in memory. Phases
 * and the windows that rules read as texts are not packed. Immutable, thread-safe.
 */
final class TrackedProgress implements ProgressState {
  private static final Texts NONE = new Texts(List.of(), TextWindows.EMPTY);
  static final TrackedProgress EMPTY = of(new TrackerState());

  /** Packed form of the state. */
  private final int[] cells;

  private final Texts texts;

  private record Texts(List<PhaseState> phases, TextWindows windows) {}

  private TrackedProgress(int[] cells, Texts texts) {
    this.cells = cells;
    this.texts = texts;
  }

  static TrackedProgress of(ProgressState state) {
    return state instanceof TrackedProgress progress ? progress : EMPTY;
  }

  static TrackedProgress of(TrackerState state) {
    boolean none = state.phases.isEmpty() && state.texts.equals(TextWindows.EMPTY);
    return new TrackedProgress(state.pack(), none ? NONE : new Texts(state.phases, state.texts));
  }

  /** Returns the state, unpacked anew, so that the caller may count on it. */
  TrackerState state() {
    TrackerState state = TrackerState.unpack(cells);
    state.phases = texts.phases;
    state.texts = texts.windows;
    return state;
  }

  BudgetUsage budget() {
    return TrackerState.unpackBudget(cells);
  }

  /** Returns the current phase; null outside of phases. */
  @Nullable PhaseState openPhase() {
    List<PhaseState> phases = texts.phases;
    PhaseState last = phases.isEmpty() ? null : phases.get(phases.size() - 1);
    return last != null && last.isOpen() ? last : null;
  }

  @Override
  public long records() {
    return new PackedForm(cells).number(0L);
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
    return ProgressCodec.write(cells, texts.phases, texts.windows, compact);
  }
}
