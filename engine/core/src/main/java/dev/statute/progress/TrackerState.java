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
final class TrackerState {
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
  final IntTable actions = new IntTable(4, 3);

  /** Target and text. */
  final IntTable failures = new IntTable(2, 2);

  /** Text; how often it was said. */
  final IntTable messages = new IntTable(3, 2);

  FileSet files = FileSet.EMPTY;
  List<PhaseState> stages = List.of();
  TextWindows texts = TextWindows.EMPTY;

  /** Repetition; and, while a batch of parallel calls is open, as it was before it. */
  RepetitionState trail;

  @Nullable RepetitionState before;

  /** The calls of the open batch, and its key; 0 if none is open. */
  final IntTable batch = new IntTable(ActionFingerprint.WIDTH, ActionFingerprint.KEYS);

  int batchKey;
  int run;

  /** The agents whose calls are counted apart; {@link #trail} and so on are of the one at work. */
  final AgentTrackers agents = new AgentTrackers();

  RepeatedTextDetector chant = RepeatedTextDetector.NONE;
  BudgetUsage spending = BudgetUsage.NONE;
  final BoilerplateFilter noise = new BoilerplateFilter();
  final FindingLedger ledger = new FindingLedger();
  LastAction latest = LastAction.NONE;

  /** Where it sits among those at work; see {@link HotTrackerCache}. */
  int seat = HotTrackerCache.NOWHERE;

  TrackerState() {
    numbers = new long[Counter.SINCE_NEW.index()];
    trail = new RepetitionState();
  }

  private TrackerState(TrackerState other) {
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
  TrackerState next() {
    return new TrackerState(this);
  }

  /** Nothing is known of the agent at work. */
  void clearPart() {
    trail = new RepetitionState();
    before = null;
    batch.clear();
    batchKey = 0;
    ledger.clear();
    news = 0;
    improvements = 0;
    latest = LastAction.NONE;
  }

  /**
   * Counts the calls of the open batch again; whether they brought something.
   *
   * @param from does not change any more
   */
  boolean replay(RepetitionState from) {
    trail = from.next();
    boolean gained = false;
    for (int ago = batch.size() - 1; ago >= 0; ago--) {
      gained |= ActionCounter.on(trail, ActionFingerprint.of(batch, ago));
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

  PhaseState stage() {
    return stages.get(stages.size() - 1);
  }

  void replaceStage(PhaseState stage) {
    List<PhaseState> next = new ArrayList<>(stages);
    next.set(next.size() - 1, stage);
    stages = List.copyOf(next);
  }

  void addStage(PhaseState stage) {
    List<PhaseState> next =
        new ArrayList<>(stages.subList(Math.max(0, stages.size() - STAGES + 1), stages.size()));
    next.add(stage);
    stages = List.copyOf(next);
  }
}
