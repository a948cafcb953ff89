package dev.statute.progress.internal.state;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.TestResult;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.count.ActionCounter;
import dev.statute.progress.internal.count.ChangeCounter;
import dev.statute.progress.internal.count.RepeatedTextDetector;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.text.IdWords;
import dev.statute.progress.internal.text.TerminalText;
import dev.statute.progress.internal.text.TextHash;
import dev.statute.progress.internal.text.ToolOutput;
import java.util.TreeSet;

/**
 * Counter of single actions and of batches of parallel calls. The order in which the calls of a
 * batch are recorded means nothing, and equal ones are one piece of evidence; so with each further
 * call the batch is sorted and counted again, as one round, from the state before it. A call
 * without a batch and a record of a test run close the batch.
 */
final class BatchCounter {
  private static final int MAX_CALLS = 32;
  private final TrackerState state;

  BatchCounter(TrackerState state) {
    this.state = state;
  }

  /**
   * Counts an action.
   *
   * @param batch key of its batch; 0 if it has none
   * @return whether it gave something new or changed something
   */
  boolean count(ActionFingerprint action, int batch) {
    if (batch == 0) {
      closeBatch();
      return countSingle(action);
    }
    if (state.beforeBatch == null || state.batchKey != batch || state.batch.size() >= MAX_CALLS) {
      state.beforeBatch = state.repetition; // replaced below, so it does not change any more
      state.batchKey = batch;
      state.batch.clear();
    }
    insert(action);
    boolean gained = state.replayBatch(state.beforeBatch);
    state.discoveries += gained ? 1 : 0;
    return gained;
  }

  private void insert(ActionFingerprint action) {
    TreeSet<ActionFingerprint> calls = new TreeSet<>();
    for (int ago = 0; ago < state.batch.size(); ago++) {
      calls.add(ActionFingerprint.fromRow(state.batch, ago));
    }
    calls.add(action); // of equal calls the first one stays
    state.batch.clear();
    calls.forEach(call -> state.batch.add(MAX_CALLS, call.toRow()));
  }

  private boolean countSingle(ActionFingerprint action) {
    boolean gained = ActionCounter.count(state.repetition, action);
    state.discoveries += gained ? 1 : 0;
    if (action.effect() == ToolEffect.TEST) {
      countImprovement(action);
    }
    return gained;
  }

  /** Counts an improvement if fewer tests fail than before; returns whether it is one. */
  private boolean countImprovement(ActionFingerprint action) {
    boolean improved =
        state.repetition.replaceFailedTests(action.failed() ? action.failedTests() : 0);
    state.improvements += improved ? 1 : 0;
    return improved;
  }

  private void closeBatch() {
    state.beforeBatch = null;
    state.batchKey = 0;
    state.batch.clear();
  }

  /** Counts a test run with a record of its own, which is no action. */
  void countTest(ProgressRecord record, String command, boolean passed, long now) {
    ToolOutput output = ToolOutput.of(TerminalText.display(record.text(RecordField.OUTPUT)));
    TestResult result = TestResult.of(record, passed, output);
    ActionFingerprint action =
        new ActionFingerprint(
            TextHash.key32("test\n" + command),
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
            0,
            0,
            0,
            IdWords.NONE,
            state.records,
            now);
    closeBatch();
    if (new ChangeCounter(state.repetition, action).countRun()) {
      state.repetition.advanceEpoch();
    }
    if (countImprovement(action)) {
      // as an action of another kind would, or cleared findings would still hold
      state.repetition.clearStreaks();
    }
  }

  /** Starts a new segment of work for all agents. */
  void startSegment() {
    state.repeatedText = RepeatedTextDetector.NONE;
    state.set(Counter.REFUSALS, 0);
    state.agents.forEach(
        state,
        () -> {
          closeBatch();
          state.repetition.startSegment();
          state.outages = Outages.NONE;
          state.ledger.clear();
        });
  }
}
