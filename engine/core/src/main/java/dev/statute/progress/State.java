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

  final long[] numbers = new long[Counter.SINCE_NEW.index()];
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
  Trail trail = new Trail();

  @Nullable Trail before;

  /** The calls of the open batch, and its key; 0 if none is open. */
  final Rows batch = new Rows(Step.WIDTH, Step.KEYS);

  int batchKey;
  int run;

  /** The agents whose calls are counted apart; {@link #trail} and so on are of the one at work. */
  final Agents agents = new Agents();

  Chant chant = new Chant();
  Spending spending = Spending.NONE;
  final Noise noise = new Noise();
  final Ledger ledger = new Ledger();
  Latest latest = Latest.NONE;

  /** Where it sits among those at work; see {@link Warm}. */
  int seat = Warm.NOWHERE;

  /** One to count on with. This one must not change any more: they have what stays in common. */
  State next() {
    State next = new State();
    System.arraycopy(numbers, 0, next.numbers, 0, numbers.length);
    next.records = records;
    next.news = news;
    next.improvements = improvements;
    next.actions.take(actions);
    next.failures.take(failures);
    next.messages.take(messages);
    next.files = files;
    next.stages = stages;
    next.texts = texts;
    next.trail = trail.next();
    next.before = before;
    next.batch.take(batch);
    next.batchKey = batchKey;
    next.run = run;
    next.agents.take(agents);
    next.chant = chant.next();
    next.spending = spending;
    next.noise.tools.take(noise.tools);
    next.ledger.open.take(ledger.open);
    next.ledger.cleared.take(ledger.cleared);
    next.latest = latest;
    return next;
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
