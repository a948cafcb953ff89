package dev.statute.progress.internal.tracker;

import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.state.PhaseState;
import dev.statute.progress.internal.state.TrackerState;
import java.util.OptionalLong;

/** Times at which a phase or a time budget reaches a share of its length. */
final class ProgressDeadlines {
  private ProgressDeadlines() {}

  static OptionalLong next(TrackerState state, TrackerSettings settings, long nowMillis) {
    long next = Long.MAX_VALUE;
    if (state.inPhase() && state.phase().expectedMs() > 0) {
      PhaseState phase = state.phase();
      next = after(nowMillis, phase.startedMs(), (double) phase.expectedMs(), 1, 1.5, 2);
    }
    double limit = state.budget.timeLimit(settings);
    if (limit > 0 && state.budget.timeMs() == 0 && state.budget.startedMs() >= 0) {
      next = Math.min(next, after(nowMillis, state.budget.startedMs(), limit, 0.75, 0.9, 1));
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  private static long after(long now, long start, double length, double... shares) {
    for (double share : shares) {
      long at = start + (long) Math.ceil(length * share);
      if (at > now) {
        return at;
      }
    }
    return Long.MAX_VALUE;
  }
}
