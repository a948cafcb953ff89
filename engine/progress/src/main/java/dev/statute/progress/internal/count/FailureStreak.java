package dev.statute.progress.internal.count;

import dev.statute.progress.internal.call.ActionFingerprint;
import java.util.List;

/**
 * Number of rounds in a row in which calls failed and none worked, whatever they were and why they
 * failed. A round is one call, or the parallel calls of one turn in any order.
 */
final class FailureStreak {
  private FailureStreak() {}

  /** Returns the number after a round. */
  static int after(int before, List<ActionFingerprint> round) {
    return round.stream().anyMatch(FailureStreak::works)
        ? 0
        : round.stream().anyMatch(FailureStreak::fails) ? before + 1 : before;
  }

  private static boolean works(ActionFingerprint action) {
    return switch (action.effect()) {
      case THINK, MSG, POLL, CLOCK, FORMAT -> false;
      default -> !action.failed() && !action.has(ActionFingerprint.UNRESOLVED);
    };
  }

  /**
   * Returns whether a call is said to have failed. A failed test is a result, as are a status that
   * is not reached and a search that finds nothing; replies that do not parse are no calls.
   */
  private static boolean fails(ActionFingerprint action) {
    return switch (action.effect()) {
      case TEST, POLL, CLOCK, FORMAT -> false;
      case READ, SEARCH, PAGE -> isStated(action) && !action.has(ActionFingerprint.EMPTY);
      default -> isStated(action);
    };
  }

  private static boolean isStated(ActionFingerprint action) {
    return action.has(ActionFingerprint.STATED_FAILURE)
        && !action.has(ActionFingerprint.UNRESOLVED);
  }
}
