package dev.statute.progress;

import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers that are read off the windows and phases, for people who look at an agent. */
final class Summary {
  private Summary() {}

  /**
   * The numbers by name, in order: successes and failures among the window of recent actions,
   * phases that succeeded among the last 16, and the file changes and time of the present phase.
   *
   * @param windows whether the window is kept
   */
  static Map<String, Long> of(TrackerState state, boolean windows, long now) {
    Map<String, Long> all = new LinkedHashMap<>();
    if (windows) {
      long successes = 0;
      for (int ago = 0; ago < state.actions.size(); ago++) {
        successes += state.actions.at(ago, TrackerState.SUCCESS) == 0 ? 0 : 1;
      }
      all.put("recentSuccesses", successes);
      all.put("recentFailures", state.actions.size() - successes);
    }
    all.put("phasesSucceeded", state.stages.stream().filter(s -> !s.open() && s.success()).count());
    all.put("phaseFiles", state.inPhase() ? (long) state.stage().filesChanged() : 0L);
    all.put("phaseElapsedMs", state.inPhase() ? state.stage().elapsed(now) : 0L);
    return all;
  }
}
