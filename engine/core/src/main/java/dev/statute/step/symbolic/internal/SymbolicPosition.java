package dev.statute.step.symbolic.internal;

import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.symbolic.SymbolicState;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** State of an instance at rest, without data. Immutable. */
final class SymbolicPosition implements SymbolicState {
  private final ActiveConfiguration configuration;
  private final Map<Integer, List<Integer>> history;

  /**
   * @param history number of a history state → numbers of the states it stands for
   */
  SymbolicPosition(ActiveConfiguration configuration, Map<Integer, List<Integer>> history) {
    this.configuration = configuration;
    this.history = history;
  }

  /** Returns the active states, which must not be changed. */
  StateSet states() {
    return configuration.active();
  }

  /** Returns the state in which a step begins here. */
  MicrostepState microstep() {
    return new MicrostepState(states(), history, List.of(), "", true);
  }

  @Override
  public List<String> configuration() {
    return configuration.atomicIds();
  }

  @Override
  public List<String> active() {
    return configuration.ids();
  }

  @Override
  public boolean isDone() {
    return configuration.isDone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SymbolicPosition that
        && states().equals(that.states())
        && history.equals(that.history);
  }

  @Override
  public int hashCode() {
    return 31 * states().hashCode() + history.hashCode();
  }

  @Override
  public String toString() {
    return configuration() + " " + history;
  }
}
