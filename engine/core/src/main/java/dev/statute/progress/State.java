package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a tracker remembers, unpacked. Confined to the counting of one record, and changed by
 * it; what rules see of it afterwards does not change any more.
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

  final Chant chant = new Chant();
  Spending spending = Spending.NONE;
  final Noise noise = new Noise();
  final Ledger ledger = new Ledger();
  private Latest latest = Latest.NONE;

  /** Where {@link #latest} is still to be read from, which most records make needless. */
  private @Nullable Unpacking unread;

  Latest latest() {
    Unpacking in = unread;
    if (in != null) {
      latest(Latest.read(in));
    }
    return latest;
  }

  void latest(Latest next) {
    latest = next;
    unread = null;
  }

  void latest(Unpacking in) {
    unread = in;
  }

  /**
   * Looks into every window, so that one that is not whole is found now.
   *
   * @throws RuntimeException if one is not
   */
  void lookAll() {
    for (Rows window : trail.windows()) {
      window.cells();
    }
    for (Rows window :
        new Rows[] {
          actions, failures, messages, batch, noise.tools, ledger.open, ledger.cleared, chant.words
        }) {
      window.cells();
    }
    latest();
    agents.lookAll();
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
    latest(Latest.NONE);
  }

  /** Counts the calls of the open batch again; whether they brought something. */
  boolean replay(Trail from) {
    trail = from.copy();
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
