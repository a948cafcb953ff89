package dev.statute.analysis.internal.symbolic;

import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.StateSet;
import java.util.List;
import java.util.Map;

/**
 * State of a step between two microsteps, without data. Equal ones have the same continuations.
 *
 * @param active not to be changed
 * @param history number of a history state → numbers of the states it stands for
 * @param queue names of the raised events that are not yet handled
 * @param event the event of the last microstep
 * @param running false once a final child of the root is active
 */
record MicrostepState(
    StateSet active,
    Map<Integer, List<Integer>> history,
    List<String> queue,
    String event,
    boolean running) {

  /** Returns the state before the start. */
  static MicrostepState initial(int states) {
    return new MicrostepState(new StateSet(states), Map.of(), List.of(), "", true);
  }

  /** Returns the position of an instance that rests here. */
  SymbolicState position(CompiledChart model) {
    return new SymbolicState(model.configuration(active), history);
  }
}
