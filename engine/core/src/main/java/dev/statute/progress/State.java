package dev.statute.progress;

import dev.statute.policy.Counter;
import dev.statute.policy.Progress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a tracker remembers. Its parts are immutable and shared between versions; the state
 * itself is changed only while a record is counted, on a copy.
 */
final class State {
  /** Columns of {@link #actions}: file and target; tool and success. */
  static final int FILE_TARGET = 0;

  static final int TOOL_SUCCESS = 1;
  static final int ACTION_WIDTH = 2;

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

  /** Repetition; and, while a batch of parallel calls is open, as it was before it. */
  Trail trail = new Trail();

  @Nullable Trail before;

  /** The calls of the open batch, and its key; 0 if none is open. */
  Rows batch = Rows.empty(Step.WIDTH);

  int batchKey;
  int run;
  Progress.Last last = Progress.Last.NONE;
  Chant chant = Chant.NONE;
  Spending spending = Spending.NONE;
  Noise noise = Noise.NONE;
  Ledger ledger = Ledger.EMPTY;

  State() {
    numbers = new long[Counter.SINCE_NEW.index()];
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
    trail = other.trail;
    before = other.before;
    batch = other.batch;
    batchKey = other.batchKey;
    run = other.run;
    last = other.last;
    chant = other.chant;
    spending = other.spending;
    noise = other.noise;
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
