package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;

/** Counter of runs of commands and tests: whether edits change their results. */
public final class TestRunCounter {
  private static final int COMMANDS = 4;
  private static final int MAX_FLIPS = 8;

  /** Columns of {@link RepetitionState#runs}. */
  private static final int COMMAND = 0;

  private static final int VERDICT = 1;
  private static final int EDITS = 2;
  private static final int ROUNDS = 3;
  private final RepetitionState state;
  private final ActionFingerprint action;

  public TestRunCounter(RepetitionState state, ActionFingerprint action) {
    this.state = state;
    this.action = action;
  }

  /** Counts the action if it is a run; returns whether a test has another result than before. */
  public boolean countRun() {
    if (!action.effect().isRun()) {
      return false;
    }
    boolean passed = !action.failed() && action.effect() == ToolEffect.TEST;
    int ago = state.runs.find(COMMAND, action.key());
    boolean edited = ago < 0 || state.edits > state.runs.at(ago, EDITS);
    boolean same = ago >= 0 && state.runs.at(ago, VERDICT) == action.outcome();
    int rounds = ago < 0 ? 0 : state.runs.at(ago, ROUNDS);
    if (passed) {
      rounds = 0;
    } else if (!same) {
      rounds = state.edits > 0 ? 1 : 0;
    } else if (edited) {
      rounds++;
    }
    if (ago >= 0) {
      state.runs.remove(ago);
    }
    state.runs.add(COMMANDS, action.key(), action.outcome(), state.edits, rounds);
    state.set(Counter.INEFFECTIVE_ROUNDS, rounds);
    state.set(Counter.EDITS_SINCE_RUN, 0);
    if (action.effect() == ToolEffect.TEST) {
      countFlips();
    }
    return action.effect() == ToolEffect.TEST && ago >= 0 && !same;
  }

  /** Counts the runs in which two sets of failed tests alternate while no fewer tests fail. */
  private void countFlips() {
    boolean first = state.flips == 0;
    if (first || action.outcome() == state.verdict) {
      state.flips = 1;
    } else if (state.flips == 1 || action.outcome() == state.verdictBefore) {
      state.flips = Math.min(MAX_FLIPS, state.flips + 1);
    } else {
      state.flips = 2;
    }
    boolean failing = action.failed() && (first || !state.allPassed);
    state.set(Counter.TEST_FLIPS, failing ? state.flips : 0);
    state.verdictBefore = state.verdict;
    state.verdict = action.outcome();
    state.allPassed = action.failedTests() == 0;
  }
}
