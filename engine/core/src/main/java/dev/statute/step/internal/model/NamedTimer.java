package dev.statute.step.internal.model;

import dev.statute.problem.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled named timer.
 *
 * @param in the states it lives in
 * @param after instants after its start; empty if it is periodic
 * @param every its period, or null
 * @param restartOn descriptors of outside events; {@code *} where the chart says {@code any}
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, read in tight loops and never written
public record NamedTimer(
    int number,
    String name,
    int[] in,
    List<CompiledDuration> after,
    @Nullable CompiledDuration every,
    EventDescriptors restartOn,
    @Nullable Text send,
    @Nullable CompiledValue data,
    @Nullable String emit,
    @Nullable CompiledValue emitData) {

  /** Whether one of its states is active. */
  public boolean lives(StateSet active) {
    for (int state : in) {
      if (active.has(state)) {
        return true;
      }
    }
    return false;
  }
}
