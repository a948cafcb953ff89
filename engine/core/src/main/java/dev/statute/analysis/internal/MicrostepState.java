package dev.statute.analysis.internal;

import dev.statute.step.internal.model.StateSet;
import java.util.List;
import java.util.Map;

/**
 * Where a step stands between two microsteps, data left out. Equal ones go on in the same ways.
 *
 * @param active not to be changed
 * @param history number of a history state → numbers of the states it stands for
 * @param queue names of the events raised and not yet handled
 * @param event the event that led here
 * @param running false once a final child of the root is active
 */
record MicrostepState(
    StateSet active,
    Map<Integer, List<Integer>> history,
    List<String> queue,
    String event,
    boolean running) {

  /** Before the start. */
  static MicrostepState nothing(int states) {
    return new MicrostepState(new StateSet(states), Map.of(), List.of(), "", true);
  }

  /** What is left of it once it rests. */
  ExploredPosition position() {
    return new ExploredPosition(active, history);
  }
}
