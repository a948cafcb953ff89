package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.condition.TruthValue;
import dev.statute.policy.spi.Explanation.MissingMatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the furthest point of a search for a match: the deepest missing match, and among
 * equally deep ones that with most conditions met. Confined to one thread.
 */
final class MissingMatchRecorder {
  private int depth;
  private int deepest = -1;
  private int mostPassed = -1;
  private int suppressed;
  private @Nullable MissingMatch unmet;
  private @Nullable MissingMatch unknown;

  /** Runs a search one level deeper. */
  TruthValue nested(Supplier<TruthValue> search) {
    depth++;
    try {
      return search.get();
    } finally {
      depth--;
    }
  }

  /** Runs a search without recording its missing matches. */
  TruthValue suppressed(Supplier<TruthValue> search) {
    suppressed++;
    try {
      return search.get();
    } finally {
      suppressed--;
    }
  }

  void recordUnmet(int passed, MissingMatch found) {
    if (suppressed == 0 && (depth > deepest || (depth == deepest && passed > mostPassed))) {
      deepest = depth;
      mostPassed = passed;
      unmet = found;
    }
  }

  void recordUnknown(MissingMatch found) {
    unknown = found;
  }

  void clearUnknown() {
    unknown = null;
  }

  /** Missing condition, if there was no match. */
  @Nullable MissingMatch unmet() {
    return unmet;
  }

  /** Undecided condition, if there may have been a match. */
  @Nullable MissingMatch unknown() {
    return unknown;
  }
}
