package dev.statute.progress.internal.tracker;

import dev.statute.progress.internal.state.TrackerState;
import java.util.LinkedHashMap;
import java.util.Map;

/** Figures of windows and phases for people who look at an agent. */
final class ProgressSummary {
  private ProgressSummary() {}

  /**
   * Returns the figures by name: successes and failures in the window of actions, succeeded phases
   * among the last 16, and the file changes and elapsed time of the current phase.
   *
   * @param windows whether the window of actions is kept
   */
  static Map<String, Long> of(TrackerState state, boolean windows, long now) {
    Map<String, Long> figures = new LinkedHashMap<>();
    if (windows) {
      long successes = 0;
      for (int ago = 0; ago < state.actions.size(); ago++) {
        successes += state.actions.at(ago, TrackerState.SUCCESS) == 0 ? 0 : 1;
      }
      figures.put("recentSuccesses", successes);
      figures.put("recentFailures", state.actions.size() - successes);
    }
    figures.put(
        "phasesSucceeded", state.phases.stream().filter(p -> !p.isOpen() && p.success()).count());
    figures.put("phaseFiles", state.inPhase() ? (long) state.phase().filesChanged() : 0L);
    figures.put("phaseElapsedMs", state.inPhase() ? state.phase().elapsed(now) : 0L);
    return figures;
  }
}
