package dev.statute.progress;

import dev.statute.policy.Counter;

/** Runs of commands and tests: whether edits change what they say. */
final class TestRunCounter {
  private static final int COMMANDS = 4;
  static final int TESTS = 8;
  private static final int COMMAND = 0;
  private static final int VERDICT = 1;
  static final int EDITS = 2;
  static final int ROUNDS = 3;
  private final RepetitionState trail;
  private final ActionFingerprint step;

  TestRunCounter(RepetitionState trail, ActionFingerprint step) {
    this.trail = trail;
    this.step = step;
  }

  /** Counts the run, if it is one; whether a test says something else than before. */
  boolean changed() {
    if (!step.effect().runs()) {
      return false;
    }
    boolean good = !step.failed() && step.effect() == ToolEffect.TEST;
    int ago = trail.runs.find(COMMAND, step.action());
    boolean edited = ago < 0 || trail.edits > trail.runs.at(ago, EDITS);
    boolean same = ago >= 0 && trail.runs.at(ago, VERDICT) == step.outcome();
    int rounds = ago < 0 ? 0 : trail.runs.at(ago, ROUNDS);
    if (good) {
      rounds = 0;
    } else if (!same) {
      rounds = trail.edits > 0 ? 1 : 0;
    } else if (edited) {
      rounds++;
    }
    if (ago >= 0) {
      trail.runs.remove(ago);
    }
    trail.runs.add(COMMANDS, step.action(), step.outcome(), trail.edits, rounds);
    trail.set(Counter.INEFFECTIVE_ROUNDS, rounds);
    trail.set(Counter.EDITS_SINCE_RUN, 0);
    if (step.effect() == ToolEffect.TEST) {
      test();
    }
    return step.effect() == ToolEffect.TEST && ago >= 0 && !same;
  }

  /** Two failing sets that take turns, while no fewer tests fail. */
  private void test() {
    boolean first = trail.turns == 0;
    if (first || step.outcome() == trail.verdict) {
      trail.turns = 1;
    } else if (trail.turns == 1 || step.outcome() == trail.verdictBefore) {
      trail.turns = Math.min(TESTS, trail.turns + 1);
    } else {
      trail.turns = 2;
    }
    boolean failing = step.failed() && (first || !trail.allPassed);
    trail.set(Counter.TEST_FLIPS, failing ? trail.turns : 0);
    trail.verdictBefore = trail.verdict;
    trail.verdict = step.outcome();
    trail.allPassed = step.failedTests() == 0;
  }
}
