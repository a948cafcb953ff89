package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.table.IntTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Counter of a round of parallel calls. A round is one piece of evidence: its calls were chosen
 * before any of their results was known. It advances each streak by at most one, and only if every
 * call of the round continues it.
 */
public final class RoundCounter {
  /** Counters that go on only if every call of the round continues them. */
  private static final Counter[] COMMON = {
    Counter.SINCE_NEW,
    Counter.SINCE_CHANGE,
    Counter.SINCE_GAIN,
    Counter.EMPTY_STREAK,
    Counter.FORMAT_STREAK,
    Counter.SAME_ACTION_RESULT,
    Counter.SAME_BUT_FOR_ID,
    Counter.SAME_ACTION_FAIL,
    Counter.INTERLEAVED,
    Counter.ERROR_KEY_STREAK,
    Counter.ERROR_CLASS_STREAK,
    Counter.REJECTED_EDITS,
    Counter.FAILS_ON_TARGET,
    Counter.SAME_TOOL_RESULT,
    Counter.TALK_ONLY
  };

  /** Counters of single files and commands, which other calls of the round do not end. */
  private static final Counter[] OWN = {
    Counter.VERBATIM_EDITS,
    Counter.NOOP_EDITS,
    Counter.REPEATED_FAILURE,
    Counter.REVERTS,
    Counter.INEFFECTIVE_ROUNDS,
    Counter.TEST_FLIPS
  };

  private RoundCounter() {}

  /**
   * Repetition after a round.
   *
   * @param gained whether any call gave something new or changed something
   */
  public record Round(RepetitionState state, boolean gained) {}

  /**
   * Counts the calls of a round.
   *
   * @param before repetition before the round; is not changed
   * @param calls different calls, newest last
   */
  public static Round count(RepetitionState before, IntTable calls) {
    RepetitionState state = before.next();
    boolean gained = false;
    int[] least = new int[COMMON.length];
    List<ActionFingerprint> round = new ArrayList<>();
    state.roundStart = before.get(Counter.CALLS_SINCE_USER);
    for (int ago = calls.size() - 1; ago >= 0; ago--) {
      ActionFingerprint action = ActionFingerprint.fromRow(calls, ago);
      round.add(action);
      gained |= ActionCounter.count(state, action);
      for (int i = 0; i < COMMON.length; i++) {
        int value = state.get(COMMON[i]);
        least[i] = ago == calls.size() - 1 ? value : Math.min(least[i], value);
      }
    }
    int failures = failureStreak(before.get(Counter.FAILURE_STREAK), round);
    state.set(Counter.FAILURE_STREAK, failures);
    state.roundStart = RepetitionState.NO_ROUND;
    if (calls.size() > 1) {
      limit(state, before, least);
    }
    return new Round(state, gained);
  }

  private static void limit(RepetitionState state, RepetitionState before, int[] least) {
    for (int i = 0; i < COMMON.length; i++) {
      state.set(COMMON[i], least[i]);
    }
    for (Counter counter : OWN) {
      state.set(counter, Math.min(state.get(counter), before.get(counter) + 1));
    }
    if (state.denials > before.denials + 1) {
      state.denials = before.denials + 1;
      state.set(Counter.DENIALS, before.denials);
    }
  }

  /**
   * Returns the number of rounds in a row in which calls failed and none worked, whatever they were
   * and why they failed. A round is one call, or the parallel calls of one turn in any order.
   */
  private static int failureStreak(int before, List<ActionFingerprint> round) {
    return round.stream().anyMatch(ActionFingerprint::works)
        ? 0
        : round.stream().anyMatch(ActionFingerprint::isStatedFailure) ? before + 1 : before;
  }
}
