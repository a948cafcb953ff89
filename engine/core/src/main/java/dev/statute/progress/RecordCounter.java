package dev.statute.progress;

import dev.statute.policy.Action;
import dev.statute.policy.Counter;
import dev.statute.policy.Failure;
import dev.statute.policy.Message;
import dev.statute.policy.TestRun;
import java.util.Arrays;
import java.util.List;

/** Counts one record into a state: the bookkeeping that every pack shares. */
final class RecordCounter {
  private final TrackerState state;
  private final TrackerSettings tracking;
  private final long now;

  RecordCounter(TrackerState state, TrackerSettings tracking, long now) {
    this.state = state;
    this.tracking = tracking;
    this.now = now;
  }

  /** Counts a record; for a sub-agent's, {@code stuck} says whether it was. */
  void count(ProgressRecord record, boolean stuck) {
    state.records++;
    state.spending = state.spending.started(now);
    state.set(Counter.DUPLICATE_MESSAGE, 0);
    if (record.has(RecordField.RUN)) {
      run(TextHash.half(record.text(RecordField.RUN)));
    }
    turn(record);
    switch (record.type()) {
      case "tool_call" -> act(record);
      case "message" -> say(record);
      case "test" -> test(record);
      case "file_change" ->
          change(record.text(RecordField.FILE), record.text(RecordField.CONTENT_HASH));
      case "phase" -> phase(record);
      case "reset" -> reset();
      default -> new MessageCounter(state, tracking).count(record, stuck);
    }
  }

  /** Goes on with the agent of a call; what others say is said by whom it is known to be. */
  private void turn(ProgressRecord record) {
    int agent = TextHash.half(record.text(RecordField.AGENT));
    if (record.type().equals("tool_call") || state.agents.knows(agent)) {
      state.agents.turnTo(agent, state);
    }
  }

  private void run(int key) {
    if (state.run != 0 && state.run != key) {
      forget();
    }
    state.run = key;
  }

  private void act(ProgressRecord record) {
    ParsedToolCall read =
        ParsedToolCall.of(record, tracking.catalogue, state.noise, state.records, now);
    ParsedToolCall act = afterWaiting(record, read.step().effect()) ? read.waited() : read;
    state.add(Counter.CALLS);
    if (!act.command().isEmpty()) {
      state.add(Counter.COMMANDS);
    }
    if (act.success()) {
      state.add(Counter.SUCCESSES);
      state.set(Counter.CONSECUTIVE_ERRORS, 0);
    } else {
      state.add(Counter.FAILURES);
      fail(act);
    }
    boolean isNew =
        act.counts()
            && new BatchCounter(state)
                .count(act.step(), TextHash.half(record.text(RecordField.BATCH)));
    if (isNew && !act.step().effect().waits()) {
      state.noise.learn(act.step().tool(), act.output());
    }
    if (act.counts()) {
      state.latest = LastAction.of(act);
      state.chant = RepeatedTextDetector.NONE;
    }
    if (tracking.keepsTexts) {
      state.texts = state.texts.act(text(act, isNew), tracking.maxActions);
    }
    if (tracking.keepsWindows) {
      int file = act.step().file();
      state.actions.add(
          tracking.maxActions,
          file,
          act.file().isEmpty() ? TextHash.half(act.target()) : file,
          act.step().tool(),
          act.success() ? 1 : 0);
    }
    if (act.success() && !act.file().isEmpty() && !act.contentHash().isEmpty()) {
      change(act.file(), act.contentHash());
    }
  }

  /** Whether it looks at something right after a wait; the host's word beats that. */
  private boolean afterWaiting(ProgressRecord record, ToolEffect effect) {
    return (effect == ToolEffect.EXEC || effect.looks())
        && state.trail.depth > 0
        && state.trail.effect(0) == ToolEffect.CLOCK
        && !record.has(RecordField.EFFECT);
  }

  private static Action text(ParsedToolCall act, boolean isNew) {
    return new Action(
        0,
        TextWindows.cut(act.tool()),
        TextWindows.cut(act.target()),
        TextWindows.cut(act.file()),
        TextWindows.cut(act.command()),
        act.step().effect().name(),
        TextHash.hex(act.step().action()),
        TextHash.hex(act.step().outcome()),
        isNew,
        !act.success());
  }

  /** A failure without text neither counts nor resets. */
  private void fail(ParsedToolCall act) {
    if (act.error().isEmpty()) {
      return;
    }
    state.add(Counter.CONSECUTIVE_ERRORS);
    if (tracking.keepsWindows) {
      state.failures.add(
          tracking.maxErrors, TextHash.half(act.target()), TextHash.half(act.error()));
    }
    if (tracking.keepsTexts) {
      state.texts =
          state.texts.fail(
              new Failure(0, TextWindows.cut(act.target()), TextWindows.cut(act.error())),
              tracking.maxErrors);
    }
  }

  /** A text among the last different ones is a duplicate, and does not become younger by that. */
  private void say(ProgressRecord record) {
    new MessageCounter(state, tracking).count(record, false);
    state.add(Counter.MESSAGES);
    String text = record.text(RecordField.TEXT);
    int ago = tracking.keepsWindows ? said(TextHash.of(text)) : -1;
    if (tracking.keepsTexts) {
      String role = record.has(RecordField.ROLE) ? record.text(RecordField.ROLE) : "assistant";
      state.texts =
          state.texts.say(
              new Message(0, role, TextWindows.cut(text), ago >= 0), tracking.maxActions);
    }
  }

  /** Notes a message; how many messages ago it was there already, or -1. */
  private int said(long key) {
    int ago = state.messages.find(1, TextHash.low(key));
    if (ago < 0 || state.messages.at(ago, 0) != TextHash.high(key)) {
      state.messages.add(tracking.maxMessages, TextHash.high(key), TextHash.low(key), 1);
      return -1;
    }
    int times = state.messages.at(ago, 2) + 1;
    state.messages.set(ago, 2, times);
    state.set(Counter.DUPLICATE_MESSAGE, times);
    return ago;
  }

  private void test(ProgressRecord record) {
    String command = record.text(RecordField.COMMAND);
    boolean passed = record.flag(RecordField.PASSED, false);
    new BatchCounter(state).test(record, command, passed, now);
    state.add(Counter.TESTS);
    state.add(passed ? Counter.TESTS_PASSED : Counter.TESTS_FAILED);
    if (passed && state.inPhase()) {
      state.replaceStage(state.stage().with(0, 1, state.stage().blockers()));
    }
    if (tracking.keepsTexts) {
      state.texts =
          state.texts.test(new TestRun(0, TextWindows.cut(command), passed), tracking.maxActions);
    }
  }

  private void change(String path, String hash) {
    state.add(Counter.FILE_CHANGES);
    int key = TextHash.half(path);
    if (!state.files.has(key)) {
      state.files = state.files.with(key);
      state.add(Counter.FILES_MODIFIED);
    }
    if (state.inPhase()) {
      state.replaceStage(state.stage().with(1, 0, state.stage().blockers()));
    }
    if (tracking.keepsTexts) {
      state.texts =
          state.texts.change(TextWindows.cut(path), TextWindows.cut(hash), tracking.maxActions);
    }
  }

  private void phase(ProgressRecord record) {
    boolean names =
        record.has(RecordField.NUMBER)
            || record.has(RecordField.NAME)
            || record.has(RecordField.DESCRIPTION);
    if (record.flag(RecordField.COMPLETE, false)) {
      if (state.inPhase()) {
        end(record.flag(RecordField.SUCCESS, true));
      }
    } else if (record.has(RecordField.BLOCKERS) && !names && state.inPhase()) {
      state.replaceStage(state.stage().with(0, 0, blockers(record)));
    } else {
      start(record);
    }
  }

  private void end(boolean success) {
    state.replaceStage(state.stage().ended(now, success));
    state.add(Counter.PHASES_COMPLETED);
  }

  /** Starting a phase completes the one before, and forgets errors, actions and messages. */
  private void start(ProgressRecord record) {
    if (state.inPhase()) {
      end(true);
    }
    int number = (int) record.number(RecordField.NUMBER, (int) state.get(Counter.PHASE) + 1);
    String description =
        record.text(
            record.has(RecordField.DESCRIPTION) ? RecordField.DESCRIPTION : RecordField.NAME);
    long expected = DurationText.millis(record.value(RecordField.EXPECTED));
    if (expected < 0 && number >= 1 && number <= tracking.phaseDurations.size()) {
      expected = tracking.phaseDurations.get(number - 1);
    }
    state.addStage(
        new PhaseState(
            number,
            TextWindows.cut(description),
            now,
            Math.max(0, expected),
            -1,
            false,
            0,
            0,
            blockers(record),
            PhaseBudget.from(state, record)));
    state.set(Counter.PHASE, number);
    state.set(Counter.CONSECUTIVE_ERRORS, 0);
    state.failures.clear();
    state.actions.clear();
    state.messages.clear();
    state.texts = state.texts.afterPhase();
    new BatchCounter(state).freshen();
    state.trail.epoch++; // what fails in another phase is half as bad
  }

  private static List<String> blockers(ProgressRecord record) {
    if (!(record.value(RecordField.BLOCKERS) instanceof List<?> given)) {
      return List.of();
    }
    return given.stream().limit(8).map(each -> TextWindows.cut(String.valueOf(each))).toList();
  }

  /** A new run of the agent: what it repeats counts anew, what it did stays counted. */
  private void forget() {
    state.agents.clear();
    state.clearPart();
    state.chant = RepeatedTextDetector.NONE;
  }

  private void reset() {
    forget();
    Arrays.fill(state.numbers, 0);
    state.actions.clear();
    state.failures.clear();
    state.messages.clear();
    state.files = FileSet.EMPTY;
    state.stages = List.of();
    state.texts = TextWindows.EMPTY;
    state.spending = BudgetUsage.NONE;
    state.noise.tools.clear();
  }
}
