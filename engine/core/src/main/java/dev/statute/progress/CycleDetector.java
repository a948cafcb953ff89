package dev.statute.progress;

import dev.statute.policy.Cycle;
import java.util.List;

/**
 * Finds the circle that the last actions go round in, from the counts of matches at each distance:
 * an action equal to the one {@code p} before it goes on with a run at distance {@code p}, and a
 * run of {@code m} is {@code m / p + 1} laps. The shortest period that explains it is taken.
 */
final class CycleDetector {
  private CycleDetector() {}

  static List<Cycle> of(RepetitionState trail) {
    for (int period = 2; period <= RepetitionState.LONGEST; period++) {
      int laps = trail.matches[period] / period + 1;
      if (laps >= 2 && !uniform(trail, period)) {
        return List.of(
            new Cycle(
                period,
                laps,
                trail.depth > period && trail.epoch(0) != trail.epoch(period),
                waiting(trail, period),
                identity(trail, period)));
      }
    }
    return List.of();
  }

  /** A single action over and over is no circle. */
  private static boolean uniform(RepetitionState trail, int period) {
    for (int ago = 1; ago < period; ago++) {
      if (trail.action(ago) != trail.action(0) || trail.outcome(ago) != trail.outcome(0)) {
        return false;
      }
    }
    return true;
  }

  private static boolean waiting(RepetitionState trail, int period) {
    for (int ago = 0; ago < period; ago++) {
      if (!trail.effect(ago).waits()) {
        return false;
      }
    }
    return true;
  }

  private static String identity(RepetitionState trail, int period) {
    int sum = period;
    for (int ago = 0; ago < period; ago++) {
      long key = TextHash.pair(trail.action(ago), trail.outcome(ago)) * 0x9E3779B97F4A7C15L;
      sum += TextHash.high(key);
    }
    return TextHash.hex(sum);
  }
}
