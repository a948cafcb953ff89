package dev.statute.step.internal.model;

import dev.statute.problem.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compiled named timer.
 *
 * @param states the states in which it runs
 * @param after instants after its start; empty if it is periodic
 * @param every its period, or null
 * @param restartOn descriptors of external events; {@code *} where the chart says {@code any}
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, read in tight loops and never written
public record NamedTimer(
    int number,
    String name,
    int[] states,
    List<CompiledDuration> after,
    @Nullable CompiledDuration every,
    EventDescriptors restartOn,
    @Nullable SourceText send,
    @Nullable CompiledValue data,
    @Nullable String emit,
    @Nullable CompiledValue emitFields) {

  /** Returns whether one of its states is active. */
  public boolean isActiveIn(StateSet active) {
    for (int state : states) {
      if (active.contains(state)) {
        return true;
      }
    }
    return false;
  }
}
