package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;

/** Counter of the errors of one action. */
final class ErrorCounter {
  /** Number of bits of an answer that are kept beside an epoch. */
  private static final int ANSWER_BITS = 7;

  private static final int ANSWER_MASK = (1 << ANSWER_BITS) - 1;
  private static final int MAX_FAILURES = 16;

  private final RepetitionState state;
  private final ActionFingerprint action;

  ErrorCounter(RepetitionState state, ActionFingerprint action) {
    this.state = state;
    this.action = action;
  }

  /**
   * Counts the error, or ends the streaks of errors.
   *
   * @param isNew whether the action gave something new
   */
  void count(boolean isNew) {
    boolean format = action.effect() == ToolEffect.FORMAT;
    state.set(Counter.FORMAT_STREAK, format ? state.get(Counter.FORMAT_STREAK) + 1 : 0);
    boolean nothingFound = action.has(ActionFingerprint.EMPTY) && action.effect().isLookup();
    boolean error = isGone() || (action.failed() && !format && !nothingFound);
    int key = error ? action.error() : 0;
    int errorClass = error ? action.errorClass() : 0;
    countStreak(Counter.ERROR_KEY_STREAK, key, state.lastError);
    countStreak(Counter.ERROR_CLASS_STREAK, errorClass, state.lastErrorClass);
    state.lastError = key;
    state.lastErrorClass = errorClass;
    countRejectedEdits(error, isNew);
    if (error) {
      countRepeatedFailure();
    }
    countFailuresOnFile(error);
    if (action.has(ActionFingerprint.DENIED)) {
      state.denials++;
      state.set(Counter.DENIALS, state.denials - 1);
    }
  }

  private void countStreak(Counter counter, int key, int last) {
    state.set(counter, key == 0 ? 0 : key == last ? state.get(counter) + 1 : 1);
  }

  private void countRejectedEdits(boolean error, boolean isNew) {
    boolean edit = action.effect() == ToolEffect.EDIT;
    if (edit && error) {
      int kind = action.errorClass() == 0 ? action.error() : action.errorClass();
      boolean again = kind == state.lastRejection;
      state.set(Counter.REJECTED_EDITS, again ? state.get(Counter.REJECTED_EDITS) + 1 : 1);
      state.lastRejection = kind;
    } else if (edit || isNew) {
      state.set(Counter.REJECTED_EDITS, 0);
      state.lastRejection = 0;
    }
    if (!edit && isNew) {
      state.lastEdit = 0; // after a discovery the same edit is a new attempt
    }
  }

  /**
   * Counts this action with this error in the whole run. A repetition counts half if the epoch
   * moved since, and not at all if the answer changed with it, as when one of fourteen errors is
   * fixed.
   */
  private void countRepeatedFailure() {
    int pair = action.key() * 31 + action.error();
    int epoch = state.epoch & 0xFFFF;
    int answer = action.answer() & ANSWER_MASK;
    int halves = 2;
    int ago = state.failures.find(0, pair);
    if (ago >= 0) {
      int before = state.failures.at(ago, RepetitionState.EPOCH);
      boolean sameEpoch = before >>> ANSWER_BITS == epoch;
      int more = sameEpoch ? 2 : (before & ANSWER_MASK) == answer ? 1 : 0;
      halves = state.failures.at(ago, RepetitionState.HALVES) + more;
    }
    int kept = Math.min(halves, 0xFFFF);
    state.failures.replace(ago, MAX_FAILURES, pair, epoch << ANSWER_BITS | answer, kept);
    state.set(Counter.REPEATED_FAILURE, halves / 2);
  }

  /**
   * Counts the failures of a tool on a file with one class of error among the last calls. Of an
   * environment that is gone, it counts the failures of the tool on anything, however long ago.
   */
  private void countFailuresOnFile(boolean error) {
    state.set(Counter.FAILS_ON_TARGET, 0);
    int anywhere = RepetitionState.placeOf(action.tool(), 0);
    if (isGone()) {
      countFailuresAt(anywhere, Integer.MAX_VALUE);
      return;
    }
    clearFailuresAt(anywhere);
    int place = RepetitionState.placeOf(action.tool(), action.file());
    if (!error) {
      clearFailuresAt(place);
    } else if (place != anywhere && action.errorClass() != 0) {
      countFailuresAt(place, RepetitionState.FAILURES);
    }
  }

  private boolean isGone() {
    return action.failed() && action.errorClass() == ActionFingerprint.ENVIRONMENT_GONE;
  }

  private void clearFailuresAt(int place) {
    for (int ago = state.fileFailures.size() - 1; ago >= 0; ago--) {
      if (state.fileFailures.at(ago, 1) == place) {
        state.fileFailures.remove(ago);
      }
    }
  }

  /** Counts the failures at a place among the last calls, of which there are {@code window}. */
  private void countFailuresAt(int place, int window) {
    int now = state.get(Counter.CALLS_SINCE_USER);
    int key = RepetitionState.failureKey(place, action.errorClass());
    if (!isCountedInRound(key)) {
      state.fileFailures.add(RepetitionState.FAILURES, key, place, now);
    }
    int count = 0;
    for (int ago = 0; ago < state.fileFailures.size(); ago++) {
      boolean recent = now - state.fileFailures.at(ago, 2) < window;
      count += recent && state.fileFailures.at(ago, 0) == key ? 1 : 0;
    }
    state.set(Counter.FAILS_ON_TARGET, count);
  }

  /** Returns whether a parallel call failed on the file before, with the same class of error. */
  private boolean isCountedInRound(int key) {
    int ago = state.fileFailures.find(0, key);
    return ago >= 0 && state.fileFailures.at(ago, 2) > state.roundStart;
  }
}
