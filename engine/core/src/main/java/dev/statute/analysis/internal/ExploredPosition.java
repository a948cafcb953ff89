package dev.statute.analysis.internal;

import dev.statute.step.internal.model.StateSet;
import java.util.List;
import java.util.Map;

/**
 * What of a resting instance decides how it can go on, data left out. Immutable.
 *
 * @param active not to be changed
 * @param history number of a history state → numbers of the states it stands for
 */
record ExploredPosition(StateSet active, Map<Integer, List<Integer>> history) {
  /** At the beginning of a step. */
  MicrostepState micro() {
    return new MicrostepState(active, history, List.of(), "", true);
  }
}
