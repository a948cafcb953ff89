package dev.statute.progress.internal.state;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.text.DurationText;
import dev.statute.progress.internal.text.TextExcerpt;
import java.util.List;

/** Counter of records of phases. */
final class PhaseCounter {
  private static final int MAX_BLOCKERS = 8;
  private final TrackerState state;
  private final TrackerSettings settings;
  private final long now;

  PhaseCounter(TrackerState state, TrackerSettings settings, long now) {
    this.state = state;
    this.settings = settings;
    this.now = now;
  }

  void count(ProgressRecord record) {
    boolean named =
        record.has(RecordField.NUMBER)
            || record.has(RecordField.NAME)
            || record.has(RecordField.DESCRIPTION);
    if (record.flag(RecordField.COMPLETE, false)) {
      if (state.inPhase()) {
        end(record.flag(RecordField.SUCCESS, true));
      }
    } else if (record.has(RecordField.BLOCKERS) && !named && state.inPhase()) {
      state.replacePhase(state.phase().withBlockers(blockers(record)));
    } else {
      start(record);
    }
  }

  private void end(boolean success) {
    state.replacePhase(state.phase().ended(now, success));
    state.add(Counter.PHASES_COMPLETED);
  }

  /** Starts a phase: completes the one before and clears errors, actions and messages. */
  private void start(ProgressRecord record) {
    if (state.inPhase()) {
      end(true);
    }
    int number = (int) record.number(RecordField.NUMBER, (int) state.get(Counter.PHASE) + 1);
    RecordField title =
        record.has(RecordField.DESCRIPTION) ? RecordField.DESCRIPTION : RecordField.NAME;
    state.addPhase(
        new PhaseState(
            number,
            TextExcerpt.cut(record.text(title)),
            now,
            Math.max(0, expected(record, number)),
            -1,
            false,
            0,
            0,
            blockers(record),
            PhaseBudget.starting(state, record),
            FileSet.EMPTY));
    state.set(Counter.PHASE, number);
    state.set(Counter.CONSECUTIVE_ERRORS, 0);
    state.failures.clear();
    state.actions.clear();
    state.messages.clear();
    state.texts = state.texts.forNewPhase();
    new BatchCounter(state).startSegment();
    state.repetition.advanceEpoch(); // failures of different phases count half
  }

  private long expected(ProgressRecord record, int number) {
    long declared = DurationText.millis(record.value(RecordField.EXPECTED));
    boolean configured = number >= 1 && number <= settings.phaseDurations.size();
    return declared < 0 && configured ? settings.phaseDurations.get(number - 1) : declared;
  }

  private static List<String> blockers(ProgressRecord record) {
    if (!(record.value(RecordField.BLOCKERS) instanceof List<?> given)) {
      return List.of();
    }
    return given.stream()
        .limit(MAX_BLOCKERS)
        .map(each -> TextExcerpt.cut(String.valueOf(each)))
        .toList();
  }
}
