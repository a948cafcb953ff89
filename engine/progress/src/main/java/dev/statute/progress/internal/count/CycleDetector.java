package dev.statute.progress.internal.count;

import dev.statute.policy.Cycle;
import dev.statute.progress.internal.text.TextHash;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Detector of cycles among the last actions. A run of {@code m} matches at distance {@code p} is
 * {@code m / p + 1} laps of period {@code p}; the shortest period with two laps is the cycle. Laps
 * with nothing changed count also if at least 80 % of the results are equal: some results say the
 * same in other words each time.
 */
public final class CycleDetector {
  /** Minimum number of laps of which some results differ. */
  private static final int MIN_SIMILAR = 3;

  /** Of so many results one may differ. */
  private static final int RESULTS_PER_DIFFERENCE = 5;

  private CycleDetector() {}

  /** Counts the matches of an action that is not in the ring yet. */
  static void count(RepetitionState state, int action, int outcome) {
    int[] ring = state.ring.cells();
    int at = (state.ring.size() - 1) * state.ring.width;
    for (int period = 2; period <= RepetitionState.MAX_PERIOD; period++) {
      at -= state.ring.width;
      boolean same = state.depth >= period && ring[at + RepetitionState.ACTION] == action;
      boolean match = same && ring[at + RepetitionState.OUTCOME] == outcome;
      state.matches[period] = match ? state.matches[period] + 1 : 0;
      state.similar[period] = same ? state.similar[period] + 1 : 0;
      state.differences[period] = same ? state.differences[period] + (match ? 0 : 1) : 0;
    }
  }

  /** Returns the cycle that the newest action continues, if any. */
  public static List<Cycle> detect(RepetitionState state) {
    for (int period = 2; period <= RepetitionState.MAX_PERIOD; period++) {
      int laps = state.matches[period] / period + 1;
      boolean changed = state.depth > period && state.epoch(0) != state.epoch(period);
      int similar = changed ? 0 : similarLaps(state, period);
      boolean exact = laps >= similar;
      if ((exact ? laps >= 2 : similar >= MIN_SIMILAR) && !isUniform(state, period, exact)) {
        return List.of(
            new Cycle(
                period,
                Math.max(laps, similar),
                changed,
                isWaiting(state, period),
                identity(state, period, exact)));
      }
    }
    return List.of();
  }

  /** Returns the number of laps of equal actions; 1 if too many of their results differ. */
  private static int similarLaps(RepetitionState state, int period) {
    int matches = state.similar[period];
    boolean similar = state.differences[period] * RESULTS_PER_DIFFERENCE <= matches;
    return similar ? matches / period + 1 : 1;
  }

  /** Returns whether a single action repeats, which is no cycle. */
  private static boolean isUniform(RepetitionState state, int period, boolean exact) {
    return IntStream.range(1, period)
        .allMatch(
            ago ->
                state.action(ago) == state.action(0)
                    && !(exact && state.outcome(ago) != state.outcome(0)));
  }

  private static boolean isWaiting(RepetitionState state, int period) {
    return IntStream.range(0, period).allMatch(ago -> state.effect(ago).isWait());
  }

  private static String identity(RepetitionState state, int period, boolean exact) {
    int sum = period;
    for (int ago = 0; ago < period; ago++) {
      int outcome = exact ? state.outcome(ago) : 0;
      long key = TextHash.pair(state.action(ago), outcome) * 0x9E3779B97F4A7C15L;
      sum += TextHash.high(key);
    }
    return TextHash.hex(sum);
  }
}
