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
    List<Span> after,
    @Nullable Span every,
    Descriptors restartOn,
    @Nullable Text send,
    @Nullable Value data,
    @Nullable String emit,
    @Nullable Value emitData) {

  /** Whether one of its states is active. */
  public boolean lives(Bits active) {
    for (int state : in) {
      if (active.has(state)) {
        return true;
      }
    }
    return false;
  }
}
