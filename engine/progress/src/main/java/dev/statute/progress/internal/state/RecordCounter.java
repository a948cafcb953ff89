package dev.statute.progress.internal.state;

import dev.statute.policy.Action;
import dev.statute.policy.Failure;
import dev.statute.policy.TestRun;
import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ParsedToolCall;
import dev.statute.progress.internal.call.ToolCallParser;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.count.RepeatedTextDetector;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.text.TextExcerpt;
import dev.statute.progress.internal.text.TextHash;
import java.util.Arrays;
import java.util.List;

/** Counter of one record into a state. */
public final class RecordCounter {
  private final TrackerState state;
  private final TrackerSettings settings;
  private final long now;

  public RecordCounter(TrackerState state, TrackerSettings settings, long now) {
    this.state = state;
    this.settings = settings;
    this.now = now;
  }

  /**
   * Counts a record.
   *
   * @param stuck whether it is that of a sub-agent with findings
   */
  public void count(ProgressRecord record, boolean stuck) {
    state.records++;
    state.budget = state.budget.started(now);
    state.set(Counter.DUPLICATE_MESSAGE, 0);
    if (record.has(RecordField.RUN)) {
      setRun(TextHash.key32(record.text(RecordField.RUN)));
    }
    selectAgent(record);
    switch (record.type()) {
      case "tool_call" -> countCall(record);
      case "test" -> countTest(record);
      case "file_change" ->
          countFileChange(record.text(RecordField.FILE), record.text(RecordField.CONTENT_HASH));
      case "phase" -> new PhaseCounter(state, settings, now).count(record);
      case "reset" -> reset();
      default -> new MessageCounter(state, settings).count(record, stuck);
    }
  }

  /** Selects the agent of a call, and for other records their agent if it made calls before. */
  private void selectAgent(ProgressRecord record) {
    int agent = TextHash.key32(record.text(RecordField.AGENT));
    if (record.type().equals("tool_call") || state.agents.knows(agent)) {
      state.agents.switchTo(agent, state);
    }
  }

  private void setRun(int key) {
    if (state.run != 0 && state.run != key) {
      startRun();
    }
    state.run = key;
  }

  private void countCall(ProgressRecord record) {
    ParsedToolCall parsed =
        new ToolCallParser(record, settings.catalogue, state.boilerplate).parse(state.records, now);
    ParsedToolCall call =
        isPollAfterWait(record, parsed.fingerprint().effect()) ? parsed.asPoll() : parsed;
    state.add(Counter.CALLS);
    state.budget = state.budget.withUsed(record);
    if (!call.command().isEmpty()) {
      state.add(Counter.COMMANDS);
    }
    if (call.success()) {
      state.add(Counter.SUCCESSES);
      state.set(Counter.CONSECUTIVE_ERRORS, 0);
    } else {
      state.add(Counter.FAILURES);
      countFailure(call);
    }
    boolean isNew =
        call.counts()
            && new BatchCounter(state)
                .count(call.fingerprint(), TextHash.key32(record.text(RecordField.BATCH)));
    countRefusal(call, isNew);
    countOutage(record, call);
    if (isNew && !call.fingerprint().effect().isWait()) {
      state.boilerplate.learn(call.fingerprint().tool(), call.output());
    }
    if (call.counts()) {
      state.lastAction = LastAction.of(call, state.lastAction);
      state.repeatedText = RepeatedTextDetector.NONE;
    }
    addToWindows(record, call, isNew);
    if (call.success() && !call.file().isEmpty()) {
      if (!call.contentHash().isEmpty()) {
        countFileChange(call.file(), call.contentHash());
      } else if (call.fingerprint().effect() == ToolEffect.EDIT) {
        countFile(call.file(), "");
      }
    }
  }

  /** Counts a refused call; enough actions with a gain after the last one clear the number. */
  private void countRefusal(ParsedToolCall call, boolean gained) {
    if (call.refused()) {
      state.add(Counter.REFUSALS);
      state.gainsSinceRefusal = 0;
    } else if (gained
        && state.get(Counter.REFUSALS) > 0
        && ++state.gainsSinceRefusal >= settings.clearAfter) {
      state.set(Counter.REFUSALS, 0);
    }
  }

  /** Counts a failure of the infrastructure; any other result of a call ends such failures. */
  private void countOutage(ProgressRecord record, ParsedToolCall call) {
    if (call.outage()) {
      int batch = TextHash.key32(record.text(RecordField.BATCH));
      long at = call.fingerprint().at();
      state.outages = state.outages.withFailure(batch, call.waitMillis(), at);
    } else if (call.counts()) {
      state.outages =
          switch (call.fingerprint().effect()) {
            case CLOCK -> state.outages.withPause(call.waitMillis());
            case THINK, MSG -> state.outages;
            default -> Outages.NONE;
          };
    }
  }

  /** Returns whether a call looks something up right after a wait and declares no other effect. */
  private boolean isPollAfterWait(ProgressRecord record, ToolEffect effect) {
    return (effect == ToolEffect.EXEC || effect.isLookup())
        && state.repetition.isAfterClock()
        && !record.has(RecordField.EFFECT);
  }

  private void addToWindows(ProgressRecord record, ParsedToolCall call, boolean isNew) {
    if (settings.keepsTexts) {
      state.texts = state.texts.withAction(fact(record, call, isNew), settings.maxActions);
    }
    if (settings.keepsWindows) {
      int file = call.fingerprint().file();
      state.actions.add(
          settings.maxActions,
          file,
          call.file().isEmpty() ? TextHash.key32(call.target()) : file,
          call.fingerprint().tool(),
          call.success() ? 1 : 0);
    }
  }

  private Action fact(ProgressRecord record, ParsedToolCall call, boolean isNew) {
    return new Action(
        0,
        TextExcerpt.cut(call.tool()),
        TextExcerpt.cut(call.target()),
        TextExcerpt.cut(call.file()),
        TextExcerpt.cut(call.command()),
        call.fingerprint().effect().name(),
        TextHash.hex(call.fingerprint().key()),
        TextHash.hex(call.fingerprint().outcome()),
        isNew,
        !call.success(),
        call.fingerprint().at(),
        TextWindows.arguments(settings.keepsArguments ? record.value(RecordField.ARGS) : null));
  }

  /** Counts a failure; one without a text neither counts nor ends a streak. */
  private void countFailure(ParsedToolCall call) {
    if (call.error().isEmpty()) {
      return;
    }
    state.add(Counter.CONSECUTIVE_ERRORS);
    if (settings.keepsWindows) {
      state.failures.add(
          settings.maxErrors, TextHash.key32(call.target()), TextHash.key32(call.error()));
    }
    if (settings.keepsTexts) {
      Failure failure =
          new Failure(0, TextExcerpt.cut(call.target()), TextExcerpt.cut(call.error()));
      state.texts = state.texts.withFailure(failure, settings.maxErrors);
    }
  }

  private void countTest(ProgressRecord record) {
    String command = record.text(RecordField.COMMAND);
    boolean passed = record.flag(RecordField.PASSED, false);
    new BatchCounter(state).countTest(record, command, passed, now);
    state.add(Counter.TESTS);
    state.add(passed ? Counter.TESTS_PASSED : Counter.TESTS_FAILED);
    if (passed && state.inPhase()) {
      state.replacePhase(state.phase().withPassedTest());
    }
    if (settings.keepsTexts) {
      TestRun run = new TestRun(0, TextExcerpt.cut(command), passed);
      state.texts = state.texts.withTest(run, settings.maxActions);
    }
  }

  private void countFileChange(String path, String hash) {
    state.add(Counter.FILE_CHANGES);
    countFile(path, hash);
    if (settings.keepsTexts) {
      state.texts =
          state.texts.withChange(TextExcerpt.cut(path), TextExcerpt.cut(hash), settings.maxActions);
    }
  }

  /** Counts a changed file by its name; the content is known if it was reported. */
  private void countFile(String path, String hash) {
    int key = TextHash.key32(path);
    if (!state.files.contains(key)) {
      state.files = state.files.with(key);
      state.add(Counter.FILES_MODIFIED);
    }
    if (state.inPhase()) {
      state.replacePhase(state.phase().withFile(key));
    }
    state.hashes =
        state.hashes.with(TextExcerpt.cut(path), TextExcerpt.cut(hash), settings.maxFiles);
  }

  /** Starts a new run of the agent: repetition is cleared, totals are kept. */
  private void startRun() {
    state.agents.clear();
    state.clearAgent();
    state.set(Counter.REFUSALS, 0);
    state.repeatedText = RepeatedTextDetector.NONE;
  }

  private void reset() {
    startRun();
    Arrays.fill(state.numbers, 0);
    state.actions.clear();
    state.failures.clear();
    state.messages.clear();
    state.files = FileSet.EMPTY;
    state.hashes = FileHashes.EMPTY;
    state.phases = List.of();
    state.texts = TextWindows.EMPTY;
    state.budget = BudgetUsage.NONE;
    state.boilerplate.tools.clear();
  }
}
