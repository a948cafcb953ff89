package dev.statute.progress;

import dev.statute.policy.Counter;

/** Runs of commands and tests: whether edits change what they say. */
final class Runs {
  private static final int COMMANDS = 4;
  private static final int TESTS = 8;
  private final Trail trail;
  private final Step step;

  Runs(Trail trail, Step step) {
    this.trail = trail;
    this.step = step;
  }

  /** Counts the run, if it is one; whether a test says something else than before. */
  boolean changed() {
    if (!step.effect().runs()) {
      return false;
    }
    boolean good = !step.failed() && step.effect() == Effect.TEST;
    int ago = command();
    boolean edited = ago < 0 || trail.edits > Key.high(trail.runs.at(ago, 1));
    boolean same = ago >= 0 && Key.low(trail.runs.at(ago, 0)) == step.outcome();
    int rounds = ago < 0 ? 0 : Key.low(trail.runs.at(ago, 1));
    if (good) {
      rounds = 0;
    } else if (!same) {
      rounds = trail.edits > 0 ? 1 : 0;
    } else if (edited) {
      rounds++;
    }
    Rows rest = ago < 0 ? trail.runs : trail.runs.without(ago);
    trail.runs =
        rest.with(COMMANDS, Key.pair(step.action(), step.outcome()), Key.pair(trail.edits, rounds));
    trail.set(Counter.INEFFECTIVE_ROUNDS, rounds);
    trail.set(Counter.EDITS_SINCE_RUN, 0);
    if (step.effect() == Effect.TEST) {
      test();
    }
    return step.effect() == Effect.TEST && ago >= 0 && !same;
  }

  private int command() {
    for (int ago = 0; ago < trail.runs.size(); ago++) {
      if (Key.high(trail.runs.at(ago, 0)) == step.action()) {
        return ago;
      }
    }
    return -1;
  }

  /** Two failing sets that take turns, while no fewer tests fail. */
  private void test() {
    trail.tests = trail.tests.with(TESTS, Key.pair(step.outcome(), step.failedTests()));
    Rows tests = trail.tests;
    int length = 1;
    while (length < tests.size()
        && Key.high(tests.at(length, 0)) != Key.high(tests.at(length - 1, 0))
        && (length < 2 || Key.high(tests.at(length, 0)) == Key.high(tests.at(length - 2, 0)))) {
      length++;
    }
    boolean failing = step.failed() && (tests.size() < 2 || Key.low(tests.at(1, 0)) != 0);
    trail.set(Counter.TEST_FLIPS, failing ? length : 0);
  }
}
