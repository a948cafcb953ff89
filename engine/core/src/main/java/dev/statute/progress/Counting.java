package dev.statute.progress;

import dev.statute.policy.Action;
import dev.statute.policy.Counter;
import dev.statute.policy.Failure;
import dev.statute.policy.Message;
import dev.statute.policy.Progress;
import dev.statute.policy.TestRun;
import java.util.Arrays;
import java.util.List;

/** Counts one record into a state: the bookkeeping that every pack shares. */
final class Counting {
  private final State state;
  private final Tracking tracking;
  private final long now;

  Counting(State state, Tracking tracking, long now) {
    this.state = state;
    this.tracking = tracking;
    this.now = now;
  }

  /** Counts a record; for a sub-agent's, {@code stuck} says whether it was. */
  void count(Record record, boolean stuck) {
    state.records++;
    state.spending = state.spending.started(now);
    state.set(Counter.DUPLICATE_MESSAGE, 0);
    if (record.has("run")) {
      run(Key.half(record.text("run")));
    }
    switch (record.type()) {
      case "tool_call" -> act(record);
      case "message" -> say(record);
      case "test" -> test(record);
      case "file_change" -> change(record.text("file"), record.text("content_hash"));
      case "phase" -> phase(record);
      case "reset" -> reset();
      default -> new Talk(state, tracking).count(record, stuck);
    }
  }

  private void run(int key) {
    if (state.run != 0 && state.run != key) {
      forget();
    }
    state.run = key;
  }

  private void act(Record record) {
    Act act = Act.of(record, tracking.catalogue, state.noise, state.records, now);
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
        act.counts() && new Rounds(state).count(act.step(), Key.half(record.text("batch")));
    if (isNew && !act.step().effect().waits()) {
      state.noise = state.noise.learn(act.step().tool(), record.text("output"));
    }
    if (act.counts()) {
      state.last = last(act);
      state.chant = Chant.NONE;
    }
    if (tracking.keepsTexts) {
      state.texts = state.texts.act(text(act, isNew), tracking.maxActions);
    }
    state.actions =
        state.actions.with(
            tracking.maxActions,
            Key.pair(
                act.step().file(),
                act.file().isEmpty() ? Key.half(act.target()) : act.step().file()),
            Key.pair(act.step().tool(), act.success() ? 1 : 0));
    if (act.success() && !act.file().isEmpty() && !act.contentHash().isEmpty()) {
      change(act.file(), act.contentHash());
    }
  }

  private static Progress.Last last(Act act) {
    Step step = act.step();
    return new Progress.Last(
        Texts.cut(act.tool()),
        Texts.cut(act.file()),
        step.effect().name(),
        Key.hex(step.action()),
        Key.hex(step.outcome()),
        step.failed() ? Key.hex(step.error()) : "",
        Texts.cut(act.errorClass()));
  }

  private static Action text(Act act, boolean isNew) {
    return new Action(
        0,
        Texts.cut(act.tool()),
        Texts.cut(act.target()),
        Texts.cut(act.file()),
        Texts.cut(act.command()),
        act.step().effect().name(),
        Key.hex(act.step().action()),
        Key.hex(act.step().outcome()),
        isNew,
        !act.success());
  }

  /** A failure without text neither counts nor resets. */
  private void fail(Act act) {
    if (act.error().isEmpty()) {
      return;
    }
    state.add(Counter.CONSECUTIVE_ERRORS);
    state.failures =
        state.failures.with(
            tracking.maxErrors,
            Key.pair(Key.half(act.target()), Key.half(act.error())),
            state.records);
    if (tracking.keepsTexts) {
      state.texts =
          state.texts.fail(
              new Failure(0, Texts.cut(act.target()), Texts.cut(act.error())), tracking.maxErrors);
    }
  }

  /** A text among the last different ones is a duplicate, and does not become younger by that. */
  private void say(Record record) {
    new Talk(state, tracking).count(record, false);
    state.add(Counter.MESSAGES);
    String text = record.text("text");
    long key = Key.of(text);
    int ago = state.messages.find(0, key);
    if (ago < 0) {
      state.messages = state.messages.with(tracking.maxMessages, key, 1);
    } else {
      long times = state.messages.at(ago, 1) + 1;
      state.messages = state.messages.set(ago, 1, times);
      state.set(Counter.DUPLICATE_MESSAGE, times);
    }
    if (tracking.keepsTexts) {
      String role = record.has("role") ? record.text("role") : "assistant";
      state.texts =
          state.texts.say(new Message(0, role, Texts.cut(text), ago >= 0), tracking.maxActions);
    }
  }

  private void test(Record record) {
    String command = record.text("command");
    boolean passed = record.flag("passed", false);
    new Rounds(state).test(record, command, passed, now);
    state.add(Counter.TESTS);
    state.add(passed ? Counter.TESTS_PASSED : Counter.TESTS_FAILED);
    if (passed && state.inPhase()) {
      state.replaceStage(state.stage().with(0, 1, state.stage().blockers()));
    }
    if (tracking.keepsTexts) {
      state.texts =
          state.texts.test(new TestRun(0, Texts.cut(command), passed), tracking.maxActions);
    }
  }

  private void change(String path, String hash) {
    state.add(Counter.FILE_CHANGES);
    int key = Key.half(path);
    if (!state.files.has(key)) {
      state.files = state.files.with(key);
      state.add(Counter.FILES_MODIFIED);
    }
    if (state.inPhase()) {
      state.replaceStage(state.stage().with(1, 0, state.stage().blockers()));
    }
    if (tracking.keepsTexts) {
      state.texts = state.texts.change(Texts.cut(path), Texts.cut(hash), tracking.maxActions);
    }
  }

  private void phase(Record record) {
    boolean names = record.has("number") || record.has("name") || record.has("description");
    if (record.flag("complete", false)) {
      if (state.inPhase()) {
        end(record.flag("success", true));
      }
    } else if (record.has("blockers") && !names && state.inPhase()) {
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
  private void start(Record record) {
    if (state.inPhase()) {
      end(true);
    }
    int number = (int) record.number("number", (int) state.get(Counter.PHASE) + 1);
    String description = record.text(record.has("description") ? "description" : "name");
    long expected = Spans.millis(record.fields().get("expected"));
    if (expected < 0 && number >= 1 && number <= tracking.phaseDurations.size()) {
      expected = tracking.phaseDurations.get(number - 1);
    }
    state.addStage(
        new Stage(
            number,
            Texts.cut(description),
            now,
            Math.max(0, expected),
            -1,
            false,
            0,
            0,
            blockers(record)));
    state.set(Counter.PHASE, number);
    state.set(Counter.CONSECUTIVE_ERRORS, 0);
    state.failures = Rows.empty(State.FAILURE_WIDTH);
    state.actions = Rows.empty(State.ACTION_WIDTH);
    state.messages = Rows.empty(State.MESSAGE_WIDTH);
    state.texts = state.texts.afterPhase();
    new Rounds(state).freshen();
    state.trail.epoch++; // what fails in another phase is half as bad
  }

  private static List<String> blockers(Record record) {
    if (!(record.fields().get("blockers") instanceof List<?> given)) {
      return List.of();
    }
    return given.stream().limit(8).map(each -> Texts.cut(String.valueOf(each))).toList();
  }

  /** A new run of the agent: what it repeats counts anew, what it did stays counted. */
  private void forget() {
    state.trail = new Trail();
    state.before = null;
    state.batch = Rows.empty(Step.WIDTH);
    state.batchKey = 0;
    state.chant = Chant.NONE;
    state.last = Progress.Last.NONE;
    state.ledger = Ledger.EMPTY;
  }

  private void reset() {
    forget();
    Arrays.fill(state.numbers, 0);
    state.actions = Rows.empty(State.ACTION_WIDTH);
    state.failures = Rows.empty(State.FAILURE_WIDTH);
    state.messages = Rows.empty(State.MESSAGE_WIDTH);
    state.files = FileSet.EMPTY;
    state.stages = List.of();
    state.texts = Texts.EMPTY;
    state.spending = Spending.NONE;
    state.noise = Noise.NONE;
  }
}
