package dev.statute.progress.internal.count;

import dev.statute.policy.Cycle;
import dev.statute.progress.internal.text.TextHash;
import java.util.List;

/**
 * Detector of cycles among the last actions. A run of {@code m} matches at distance {@code p} is
 * {@code m / p + 1} laps of period {@code p}; the shortest period with two laps is the cycle.
 */
public final class CycleDetector {
  private CycleDetector() {}

  /** Returns the cycle that the newest action continues, if any. */
  public static List<Cycle> detect(RepetitionState state) {
    for (int period = 2; period <= RepetitionState.MAX_PERIOD; period++) {
      int laps = state.matches[period] / period + 1;
      if (laps >= 2 && !isUniform(state, period)) {
        return List.of(
            new Cycle(
                period,
                laps,
                state.depth > period && state.epoch(0) != state.epoch(period),
                isWaiting(state, period),
                identity(state, period)));
      }
    }
    return List.of();
  }

  /** Returns whether a single action repeats, which is no cycle. */
  private static boolean isUniform(RepetitionState state, int period) {
    for (int ago = 1; ago < period; ago++) {
      if (state.action(ago) != state.action(0) || state.outcome(ago) != state.outcome(0)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWaiting(RepetitionState state, int period) {
    for (int ago = 0; ago < period; ago++) {
      if (!state.effect(ago).isWait()) {
        return false;
      }
    }
    return true;
  }

  private static String identity(RepetitionState state, int period) {
    int sum = period;
    for (int ago = 0; ago < period; ago++) {
      long key = TextHash.pair(state.action(ago), state.outcome(ago)) * 0x9E3779B97F4A7C15L;
      sum += TextHash.high(key);
    }
    return TextHash.hex(sum);
  }
}
