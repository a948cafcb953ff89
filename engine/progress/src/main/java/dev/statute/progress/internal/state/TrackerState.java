package dev.statute.progress.internal.state;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.BoilerplateFilter;
import dev.statute.progress.internal.count.RepeatedTextDetector;
import dev.statute.progress.internal.count.RepetitionState;
import dev.statute.progress.internal.count.RoundCounter;
import dev.statute.progress.internal.finding.FindingLedger;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.table.PackedForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Unpacked state of one instance. Changed while one record is counted, confined to that; afterwards
 * it does not change any more and any thread may read it. Its packed form is one array, so that a
 * million of them fit in memory; growing numbers are written there as differences, to be small.
 */
public final class TrackerState {
  /** Columns of {@link #actions}. */
  public static final int FILE = 0;

  public static final int TARGET = 1;
  public static final int TOOL = 2;
  public static final int SUCCESS = 3;

  private static final int MAX_PHASES = 16;

  /** Counters that are kept elsewhere. */
  private static final Set<Counter> COMPUTED =
      Set.of(Counter.PHASES_TOTAL, Counter.REFUSALS, Counter.OUTAGES);

  /** Indexes of the counters that are not computed from windows. */
  private static final int[] COUNTERS =
      Stream.of(Counter.values())
          .filter(counter -> counter.compareTo(Counter.SINCE_NEW) < 0)
          .filter(
              counter ->
                  !TrackerSettings.WINDOW_COUNTERS.contains(counter)
                      || counter == Counter.DUPLICATE_MESSAGE)
          .filter(counter -> !COMPUTED.contains(counter))
          .mapToInt(Counter::index)
          .toArray();

  /** Values of the counters before {@code SINCE_NEW}. */
  public final long[] numbers;

  public long records;

  /** Number of actions with new information. */
  public int discoveries;

  /** Number of verified improvements. */
  public int improvements;

  public final IntTable actions = new IntTable(4, 3);

  /** Target and text of failures. */
  public final IntTable failures = new IntTable(2, 2);

  /** Key of messages in two columns, and how often each was sent. */
  final IntTable messages = new IntTable(3, 2);

  public FileSet files = FileSet.EMPTY;
  public FileHashes hashes = FileHashes.EMPTY;
  public List<PhaseState> phases = List.of();
  public TextWindows texts = TextWindows.EMPTY;
  public RepetitionState repetition;

  /** Repetition before the open batch of parallel calls; null if none is open. */
  @Nullable RepetitionState beforeBatch;

  /** Calls of the open batch. */
  final IntTable batch = new IntTable(ActionFingerprint.WIDTH, ActionFingerprint.KEYS);

  /** Key of the open batch; 0 if none is open. */
  int batchKey;

  /** Number of actions with a gain since the last refusal. */
  int gainsSinceRefusal;

  int run;

  /** Agents that are counted apart; repetition, batch and ledger are those of the current one. */
  public final AgentTrackers agents = new AgentTrackers();

  RepeatedTextDetector repeatedText = RepeatedTextDetector.NONE;
  public BudgetUsage budget = BudgetUsage.NONE;
  final BoilerplateFilter boilerplate = new BoilerplateFilter();
  public final FindingLedger ledger = new FindingLedger();
  public LastAction lastAction = LastAction.NONE;
  public Outages outages = Outages.NONE;

  public TrackerState() {
    numbers = new long[Counter.SINCE_NEW.index()];
    repetition = new RepetitionState();
  }

  /** Returns the number of successful calls in the window of actions. */
  public int recentSuccesses() {
    int successes = 0;
    for (int ago = 0; ago < actions.size(); ago++) {
      successes += actions.at(ago, SUCCESS) == 0 ? 0 : 1;
    }
    return successes;
  }

  /** Returns the packed form, which lacks phases, texts and hashes of files. */
  public int[] pack() {
    PackedForm form = new PackedForm();
    transfer(form);
    return form.toCells();
  }

  /**
   * Returns the state of a packed form.
   *
   * @throws IllegalArgumentException if it is none
   * @throws IndexOutOfBoundsException if it is cut off
   */
  public static TrackerState unpack(int[] cells) {
    TrackerState state = new TrackerState();
    state.transfer(new PackedForm(cells));
    return state;
  }

  /** Returns the budget of a packed form; does not read what follows it there. */
  public static BudgetUsage unpackBudget(int[] cells) {
    TrackerState state = new TrackerState();
    state.transferTotals(new PackedForm(cells));
    return state.budget;
  }

  private void transfer(PackedForm form) {
    transferTotals(form);
    if (form.flag(repeatedText != RepeatedTextDetector.NONE)) {
      repeatedText = repeatedText.transfer(form);
    }
    agents.transfer(form);
    transferAgent(form);
  }

  /** Writes the parts up to the budget to a form, or reads them. */
  private void transferTotals(PackedForm form) {
    records = form.number(records);
    for (int i : COUNTERS) {
      numbers[i] = form.number(numbers[i]);
    }
    set(Counter.REFUSALS, form.number(get(Counter.REFUSALS)));
    gainsSinceRefusal = form.number(gainsSinceRefusal);
    run = form.key(run);
    form.rows(boilerplate.tools);
    files = FileSet.of(form.keys(files.keys()));
    form.rows(actions);
    form.rows(failures);
    form.rows(messages);
    budget = budget.transfer(form);
  }

  /** Writes the parts of the current agent to a form, or reads them into a state without one. */
  void transferAgent(PackedForm form) {
    int newest = form.number((int) records);
    discoveries = form.number(discoveries);
    improvements = form.number(improvements);
    boolean batchIsOpen = form.flag(beforeBatch != null);
    (beforeBatch == null ? repetition : beforeBatch).transfer(form, newest);
    if (batchIsOpen) {
      batchKey = form.key(batchKey);
      form.rows(batch);
      if (form.reads()) {
        beforeBatch = repetition;
        replayBatch(beforeBatch);
      }
      repetition.transferMessages(form);
    }
    form.rows(ledger.open);
    form.rows(ledger.cleared);
    lastAction = lastAction.transfer(form);
    transferOutages(form);
  }

  /** Clears the parts that each agent has of its own. */
  void clearAgent() {
    repetition = new RepetitionState();
    beforeBatch = null;
    batch.clear();
    batchKey = 0;
    ledger.clear();
    discoveries = 0;
    improvements = 0;
    lastAction = LastAction.NONE;
    outages = Outages.NONE;
  }

  /**
   * Counts the calls of the open batch again.
   *
   * @param from repetition before the batch; must not change any more
   * @return whether any call gave something new or changed something
   */
  boolean replayBatch(RepetitionState from) {
    RoundCounter.Round round = RoundCounter.count(from, batch);
    repetition = round.state();
    return round.gained();
  }

  long get(Counter counter) {
    return numbers[counter.index()];
  }

  public void set(Counter counter, long value) {
    numbers[counter.index()] = value;
  }

  void add(Counter counter) {
    numbers[counter.index()]++;
  }

  public boolean inPhase() {
    return !phases.isEmpty() && phases.get(phases.size() - 1).isOpen();
  }

  /** Returns the current phase. */
  public PhaseState phase() {
    return phases.get(phases.size() - 1);
  }

  void replacePhase(PhaseState phase) {
    List<PhaseState> next = new ArrayList<>(phases);
    next.set(next.size() - 1, phase);
    phases = List.copyOf(next);
  }

  void addPhase(PhaseState phase) {
    int from = Math.max(0, phases.size() - MAX_PHASES + 1);
    List<PhaseState> next = new ArrayList<>(phases.subList(from, phases.size()));
    next.add(phase);
    phases = List.copyOf(next);
  }

  private void transferOutages(PackedForm form) {
    int failures = form.number(outages.count());
    outages =
        failures == 0
            ? Outages.NONE
            : new Outages(
                failures,
                form.key(outages.batch()),
                form.number(outages.asked()),
                form.number(outages.passed()),
                form.number(outages.paused()),
                form.number(outages.at()));
  }
}
