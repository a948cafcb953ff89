package dev.statute.analysis.internal.symbolic;

import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.StateSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of an instance at rest: its configuration and the values of its history states, without
 * data. Equal states have the same successors. Immutable.
 */
public final class SymbolicState {
  private final ActiveConfiguration configuration;
  private final Map<Integer, List<Integer>> history;

  /**
   * @param history number of a history state → numbers of the states it stands for
   */
  SymbolicState(ActiveConfiguration configuration, Map<Integer, List<Integer>> history) {
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

  /** Returns the ids of the active atomic states, in document order. */
  public List<String> configuration() {
    return configuration.atomicIds();
  }

  /** Returns the ids of all active states without the root, in document order. */
  public List<String> active() {
    return configuration.ids();
  }

  /** Returns whether the instance has ended: a final child of the root is active. */
  public boolean isDone() {
    return configuration.isDone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SymbolicState that
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
