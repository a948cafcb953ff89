package dev.statute.step.internal.algorithm;

import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Actions of a microstep, in the order in which {@link ExitAndEntry} requests them. */
public interface MicrostepActions {
  /** Returns the states that are active at present. */
  StateSet active();

  /** Returns the values of the history states, by number. */
  Map<Integer, int[]> history();

  /** Records the value of a history state. */
  void recordHistory(int history, int[] value);

  /** Runs the exit actions of a state, which is inactive then. */
  void exit(CompiledState state);

  /** Makes a state active and runs its entry actions. */
  void enter(CompiledState state);

  /** Runs the actions of the initial transition of a state, or of a history without a value. */
  void enterInitially(CompiledState state);

  /**
   * Raises the done event of a state.
   *
   * @param last its final state; null for a parallel state
   */
  void raiseDone(CompiledState state, @Nullable CompiledState last);
}
