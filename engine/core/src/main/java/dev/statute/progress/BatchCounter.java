package dev.statute.progress;

import dev.statute.progress.internal.TerminalText;

/**
 * Puts actions on the trail. The calls of one batch ran side by side: the order in which they are
 * reported says nothing, and equal ones are one piece of evidence. So while a batch is open, its
 * calls are counted again from the trail before it, in an order of their own. A call without a
 * batch, and a test run reported as such, end it.
 */
final class BatchCounter {
  private static final int MOST = 32;
  private final TrackerState state;

  BatchCounter(TrackerState state) {
    this.state = state;
  }

  /** Counts an action; whether it brought something. */
  boolean count(ActionFingerprint step, int batch) {
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

  private void insert(ActionFingerprint step) {
    IntTable sorted = new IntTable(ActionFingerprint.WIDTH, ActionFingerprint.KEYS);
    boolean done = false;
    for (int ago = state.batch.size() - 1; ago >= 0; ago--) {
      ActionFingerprint other = ActionFingerprint.of(state.batch, ago);
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

  private boolean tread(ActionFingerprint step) {
    int failed = state.trail.lastFailed;
    boolean gained = ActionCounter.on(state.trail, step);
    state.news += gained ? 1 : 0;
    if (step.effect() == ToolEffect.TEST) {
      improved(failed, step);
    }
    return gained;
  }

  /** Fewer failures than before; whether it is so. */
  private boolean improved(int before, ActionFingerprint step) {
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
  void test(ProgressRecord record, String command, boolean passed, long now) {
    ToolOutput output = ToolOutput.of(TerminalText.shown(record.text(RecordField.OUTPUT)));
    TestResult result = TestResult.of(record, passed, output);
    ActionFingerprint step =
        new ActionFingerprint(
            TextHash.half("test\n" + command),
            result.verdict(),
            result.verdict(),
            0,
            0,
            0,
            0,
            0,
            ToolEffect.TEST,
            passed ? ActionFingerprint.SUCCESS : 0,
            result.failed(),
            state.records,
            now);
    close();
    int failed = state.trail.lastFailed;
    if (new TestRunCounter(state.trail, step).changed()) {
      state.trail.epoch++;
    }
    if (improved(failed, step)) {
      // as an action of another kind would: else what was cleared holds on
      state.trail.endStreaks();
    }
  }

  /** A new stretch of work begins. */
  void freshen() {
    state.chant = RepeatedTextDetector.NONE;
    state.agents.each(
        state,
        () -> {
          close();
          state.trail.freshen();
          state.ledger.clear();
        });
  }
}
