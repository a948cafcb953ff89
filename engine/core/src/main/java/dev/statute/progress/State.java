package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a tracker remembers, in the form in which it is counted. Confined to the counting of one
 * record, and changed by it; once the record is counted it does not change any more, and any thread
 * may read it. The next record is counted on {@link #next}.
 */
final class State {
  /** Columns of {@link #actions}. */
  static final int FILE = 0;

  static final int TARGET = 1;
  static final int TOOL = 2;
  static final int SUCCESS = 3;
  private static final int STAGES = 16;

  final long[] numbers;
  long records;

  /** Actions with new information, and verified improvements, since the start. */
  int news;

  int improvements;
  final Rows actions = new Rows(4, 3);

  /** Target and text. */
  final Rows failures = new Rows(2, 2);

  /** Text; how often it was said. */
  final Rows messages = new Rows(3, 2);

  FileSet files = FileSet.EMPTY;
  List<Stage> stages = List.of();
  Texts texts = Texts.EMPTY;

  /** Repetition; and, while a batch of parallel calls is open, as it was before it. */
  Trail trail;

  @Nullable Trail before;

  /** The calls of the open batch, and its key; 0 if none is open. */
  final Rows batch = new Rows(Step.WIDTH, Step.KEYS);

  int batchKey;
  int run;

  /** The agents whose calls are counted apart; {@link #trail} and so on are of the one at work. */
  final Agents agents = new Agents();

  Chant chant = Chant.NONE;
  Spending spending = Spending.NONE;
  final Noise noise = new Noise();
  final Ledger ledger = new Ledger();
  Latest latest = Latest.NONE;

  /** Where it sits among those at work; see {@link Warm}. */
  int seat = Warm.NOWHERE;

  State() {
    numbers = new long[Counter.SINCE_NEW.index()];
    trail = new Trail();
  }

  private State(State other) {
    numbers = other.numbers.clone();
    records = other.records;
    news = other.news;
    improvements = other.improvements;
    actions.take(other.actions);
    failures.take(other.failures);
    messages.take(other.messages);
    files = other.files;
    stages = other.stages;
    texts = other.texts;
    trail = other.trail.next();
    before = other.before;
    batch.take(other.batch);
    batchKey = other.batchKey;
    run = other.run;
    agents.take(other.agents);
    chant = other.chant;
    spending = other.spending;
    noise.tools.take(other.noise.tools);
    ledger.open.take(other.ledger.open);
    ledger.cleared.take(other.ledger.cleared);
    latest = other.latest;
  }

  /** One to count on with. This one must not change any more: they have what stays in common. */
  State next() {
    return new State(this);
  }

  /** Nothing is known of the agent at work. */
  void clearPart() {
    trail = new Trail();
    before = null;
    batch.clear();
    batchKey = 0;
    ledger.clear();
    news = 0;
    improvements = 0;
    latest = Latest.NONE;
  }

  /**
   * Counts the calls of the open batch again; whether they brought something.
   *
   * @param from does not change any more
   */
  boolean replay(Trail from) {
    trail = from.next();
    boolean gained = false;
    for (int ago = batch.size() - 1; ago >= 0; ago--) {
      gained |= Tread.on(trail, Step.of(batch, ago));
    }
    return gained;
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
