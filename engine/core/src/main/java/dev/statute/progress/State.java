package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a tracker remembers. Its parts are immutable and shared between versions; the state
 * itself is changed only while a record is counted, on a copy.
 */
final class State {
  /** Columns of {@link #actions}. */
  static final int ACTION = 0;

  /** Result key, tool. */
  static final int RESULT_TOOL = 1;

  /** File, target. */
  static final int FILE_TARGET = 2;

  /** Number of the record, flags. */
  static final int RECORD_FLAGS = 3;

  static final int ACTION_WIDTH = 4;
  static final int SUCCESS = 1;

  /** Columns of {@link #failures}: target and text; number of the record. */
  static final int FAILURE_WIDTH = 2;

  /** Columns of {@link #messages}: text; how often it was said. */
  static final int MESSAGE_WIDTH = 2;

  private static final int STAGES = 16;

  final long[] numbers;
  long records;

  /** Actions with new information, and verified improvements, since the start. */
  long news;

  long improvements;
  Rows actions = Rows.empty(ACTION_WIDTH);
  Rows failures = Rows.empty(FAILURE_WIDTH);
  Rows messages = Rows.empty(MESSAGE_WIDTH);
  FileSet files = FileSet.EMPTY;
  List<Stage> stages = List.of();
  Texts texts = Texts.EMPTY;
  Ledger ledger = Ledger.EMPTY;

  State() {
    numbers = new long[Counter.values().length];
  }

  State(State other) {
    numbers = other.numbers.clone();
    records = other.records;
    news = other.news;
    improvements = other.improvements;
    actions = other.actions;
    failures = other.failures;
    messages = other.messages;
    files = other.files;
    stages = other.stages;
    texts = other.texts;
    ledger = other.ledger;
  }

  long get(Counter counter) {
    return numbers[counter.index()];
  }

  void set(Counter counter, long value) {
    numbers[counter.index()] = value;
  }

  void add(Counter counter) {
    numbers[counter.index()]++;
  }

  boolean inPhase() {
    return !stages.isEmpty() && stages.get(stages.size() - 1).open();
  }

  Stage stage() {
    return stages.get(stages.size() - 1);
  }

  void replaceStage(Stage stage) {
    List<Stage> next = new ArrayList<>(stages);
    next.set(next.size() - 1, stage);
    stages = List.copyOf(next);
  }

  void addStage(Stage stage) {
    List<Stage> next =
        new ArrayList<>(stages.subList(Math.max(0, stages.size() - STAGES + 1), stages.size()));
    next.add(stage);
    stages = List.copyOf(next);
  }
}
