package dev.statute.progress.internal.count;

import dev.statute.progress.internal.table.PackedReader;
import dev.statute.progress.internal.table.PackedWriter;
import java.util.Arrays;

/**
 * Counter of laps of equal actions of which at least 80 % of the results are equal, per period.
 * Some results say the same in other words each time.
 */
final class SimilarLaps {
  /** Of so many results one may differ. */
  private static final int RESULTS_PER_DIFFERENCE = 5;

  /** Consecutive actions that equal the one a period before. */
  private final int[] matches = new int[RepetitionState.MAX_PERIOD + 1];

  /** Number of them with another result. */
  private final int[] differences = new int[RepetitionState.MAX_PERIOD + 1];

  /** Counts one action against the one a period before. */
  void count(int period, boolean sameAction, boolean sameResult) {
    matches[period] = sameAction ? matches[period] + 1 : 0;
    differences[period] = sameAction ? differences[period] + (sameResult ? 0 : 1) : 0;
  }

  /** Returns the number of laps; 1 if too many results differ. */
  int laps(int period) {
    boolean similar = differences[period] * RESULTS_PER_DIFFERENCE <= matches[period];
    return similar ? matches[period] / period + 1 : 1;
  }

  void clear() {
    Arrays.fill(matches, 0);
    Arrays.fill(differences, 0);
  }

  void copyFrom(SimilarLaps other) {
    System.arraycopy(other.matches, 0, matches, 0, matches.length);
    System.arraycopy(other.differences, 0, differences, 0, differences.length);
  }

  void write(PackedWriter out) {
    for (int period = 2; period < matches.length; period++) {
      out.number(matches[period]);
      if (matches[period] > 0) {
        out.number(differences[period]);
      }
    }
  }

  void read(PackedReader in) {
    for (int period = 2; period < matches.length; period++) {
      matches[period] = in.number();
      differences[period] = matches[period] > 0 ? in.number() : 0;
    }
  }
}
