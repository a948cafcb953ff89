package dev.statute.progress;

import dev.statute.progress.internal.Screen;

/**
 * Puts actions on the trail. The calls of one batch ran side by side: the order in which they are
 * reported says nothing, and equal ones are one piece of evidence. So while a batch is open, its
 * calls are counted again from the trail before it, in an order of their own. A call without a
 * batch, and a test run reported as such, end it.
 */
final class Rounds {
  private static final int MOST = 32;
  private final State state;

  Rounds(State state) {
    this.state = state;
  }

  /** Counts an action; whether it brought something. */
  boolean count(Step step, int batch) {
    if (batch == 0) {
      close();
      return tread(step);
    }
    if (state.before == null || state.batchKey != batch || state.batch.size() >= MOST) {
      state.before = state.trail; // replayed below: from here on it does not change
      state.batchKey = batch;
      state.batch.clear();
    }
    insert(step);
    boolean gained = state.replay(state.before);
    state.news += gained ? 1 : 0;
    return gained;
  }

  private void insert(Step step) {
    Rows sorted = new Rows(Step.WIDTH, Step.KEYS);
    boolean done = false;
    for (int ago = state.batch.size() - 1; ago >= 0; ago--) {
      Step other = Step.of(state.batch, ago);
      int order = done ? 1 : step.compareTo(other);
      if (order <= 0) {
        if (order != 0) {
          sorted.add(MOST, step.row());
        }
        done = true;
      }
      sorted.add(MOST, other.row());
    }
    if (!done) {
      sorted.add(MOST, step.row());
    }
    state.batch.take(sorted);
  }

  private boolean tread(Step step) {
    int failed = state.trail.lastFailed;
    boolean gained = Tread.on(state.trail, step);
    state.news += gained ? 1 : 0;
    if (step.effect() == Effect.TEST) {
      improved(failed, step);
    }
    return gained;
  }

  /** Fewer failures than before; whether it is so. */
  private boolean improved(int before, Step step) {
    int now = step.failed() ? step.failedTests() : 0;
    boolean better = before > 0 && now >= 0 && now < before;
    state.improvements += better ? 1 : 0;
    state.trail.lastFailed = now;
    return better;
  }

  private void close() {
    state.before = null;
    state.batchKey = 0;
    state.batch.clear();
  }

  /** A test run that was reported as such: it is judged, but it is no action. */
  void test(Record record, String command, boolean passed, long now) {
    Output output = Output.of(Screen.shown(record.text(Field.OUTPUT)));
    TestResult result = TestResult.of(record, passed, output);
    Step step =
        new Step(
            Key.half("test\n" + command),
            result.verdict(),
            result.verdict(),
            0,
            0,
            0,
            0,
            0,
            Effect.TEST,
            passed ? Step.SUCCESS : 0,
            result.failed(),
            state.records,
            now);
    close();
    int failed = state.trail.lastFailed;
    if (new Runs(state.trail, step).changed()) {
      state.trail.epoch++;
    }
    if (improved(failed, step)) {
      // as an action of another kind would: else what was cleared holds on
      state.trail.endStreaks();
    }
  }

  /** A new stretch of work begins. */
  void freshen() {
    state.chant = Chant.NONE;
    state.agents.each(
        state,
        () -> {
          close();
          state.trail.freshen();
          state.ledger.clear();
        });
  }
}
