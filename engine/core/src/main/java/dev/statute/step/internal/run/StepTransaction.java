package dev.statute.step.internal.run;

import dev.statute.problem.Place;
import dev.statute.problem.Text;
import dev.statute.progress.ProgressTracker;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.ActionContext;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledAction;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.SnapshotExtras;
import dev.statute.step.internal.model.StateSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step while it is computed: an overlay over a snapshot, which becomes real at once, by {@link
 * #commit}, or not at all. What is not changed is not copied. Confined to one thread.
 */
final class StepTransaction implements ActionContext {
  private final InterpreterContext machine;
  private final Snapshot base;
  private final long now;
  private final boolean lenient;
  private final StepScope view = new StepScope(this);
  private final TraceBuilder log = new TraceBuilder();
  private final TimerSchedule agenda;
  private final FormFields fields;
  private final SendDispatcher outbox;
  private final InternalQueue queue;
  private final StepBudget budget;
  private final StateSet toInvoke;
  private @Nullable PolicyFacts facts;
  private @Nullable TransitionSelection selection;

  private StateSet active;
  private boolean ownActive;
  private ActiveConfiguration configuration;
  private Map<String, @Nullable Object> data;
  private Map<Integer, int[]> history;
  private Map<String, Long> invocations;
  private ProgressTracker tracker;
  private @Nullable Map<String, Long> counters;
  private long overrun;
  private @Nullable Map<String, ?> output;
  private CurrentEvent cue = CurrentEvent.START;

  /** Whose block runs. */
  private String running = "";

  /**
   * @param lenient for a question without data: what cannot be computed is noted and undoes nothing
   */
  @SuppressWarnings("unchecked") // a map that is only read
  StepTransaction(InterpreterContext machine, Snapshot base, long now, boolean lenient) {
    this.machine = machine;
    this.base = base;
    this.now = now;
    this.lenient = lenient;
    configuration = base.states();
    active = configuration.active();
    data = (Map<String, @Nullable Object>) base.data();
    SnapshotExtras rest = base.rest();
    history = rest.history();
    invocations = rest.invocations();
    tracker = rest.tracker();
    overrun = rest.overrun();
    output = rest.output();
    toInvoke = new StateSet(machine.model().size());
    agenda = new TimerSchedule(this);
    fields = new FormFields(this);
    outbox = new SendDispatcher(this);
    queue = new InternalQueue(log, lenient);
    budget = new StepBudget(this);
  }

  InterpreterContext machine() {
    return machine;
  }

  CompiledChart model() {
    return machine.model();
  }

  Snapshot base() {
    return base;
  }

  long now() {
    return now;
  }

  boolean isLenient() {
    return lenient;
  }

  PolicyFacts facts() {
    if (facts == null) {
      facts = new PolicyFacts(this);
    }
    return facts;
  }

  TraceBuilder log() {
    return log;
  }

  TimerSchedule agenda() {
    return agenda;
  }

  FormFields fields() {
    return fields;
  }

  SendDispatcher outbox() {
    return outbox;
  }

  InternalQueue queue() {
    return queue;
  }

  /** What the event that began the step enabled. */
  @Nullable TransitionSelection selection() {
    return selection;
  }

  void selection(TransitionSelection first) {
    selection = first;
  }

  CurrentEvent cue() {
    return cue;
  }

  void cue(CurrentEvent next) {
    cue = next;
  }

  @Override
  public StepScope scope() {
    return view;
  }

  // configuration

  /** The active states; while a microstep runs, those between. */
  StateSet active() {
    return active;
  }

  /** As of the end of the last microstep. */
  ActiveConfiguration configuration() {
    return configuration;
  }

  void activate(int state) {
    ownActive();
    active.add(state);
    toInvoke.add(state);
  }

  void deactivate(int state) {
    ownActive();
    active.remove(state);
  }

  private void ownActive() {
    if (!ownActive) {
      active = active.copy();
      ownActive = true;
    }
  }

  /** The microstep is over: what is active now is the configuration. */
  void settle() {
    if (ownActive) {
      configuration = model().configuration(active);
      active = configuration.active();
      ownActive = false;
    }
  }

  /** Entered and not left since the step last rested. */
  StateSet toInvoke() {
    return toInvoke;
  }

  Map<Integer, int[]> history() {
    return history;
  }

  void remember(int historyState, int[] states) {
    if (history == base.rest().history()) {
      history = new LinkedHashMap<>(history);
    }
    history.put(historyState, states);
  }

  Map<String, Long> invocations() {
    return invocations;
  }

  void invocations(Map<String, Long> changed) {
    invocations = changed;
  }

  void finish(@Nullable Map<String, ?> given) {
    output = given;
  }

  // progress

  ProgressTracker tracker() {
    return tracker;
  }

  void tracker(ProgressTracker next, long nextOverrun) {
    tracker = next;
    overrun = nextOverrun;
    counters = null;
  }

  /** What expressions call {@code progress}. */
  Map<String, Long> counters() {
    if (counters == null) {
      counters = tracker.progress(machine.tracking()).toMap();
    }
    return counters;
  }

  // actions

  @Override
  public Map<String, @Nullable Object> data() {
    return data;
  }

  StepBudget budget() {
    return budget;
  }

  @Override
  public void count(Place place) {
    budget.count(place);
  }

  @Override
  public void spend(@Nullable Object value, int depth, Place place) {
    budget.spend(value, depth, place);
  }

  @Override
  public void data(Map<String, @Nullable Object> changed) {
    data = changed;
    fields.changed();
  }

  @Override
  public void local(int slot, @Nullable Object value) {
    view.local(slot, value);
  }

  @Override
  public void raise(String event, Map<String, ?> payload, Place place) {
    queue.raise(event, InputValidator.made(model(), event, payload, place));
  }

  @Override
  public void send(
      Text name, Map<String, ?> payload, @Nullable String to, long after, @Nullable String id) {
    outbox.send(name, payload, to, after, id);
  }

  @Override
  public void cancel(String id) {
    agenda.cancel(id);
  }

  @Override
  public void effect(Effect effect) {
    log.effects.add(effect);
  }

  @Override
  public void restart(int timer, @Nullable Long after) {
    agenda.arm(model().timers().get(timer), after);
  }

  @Override
  public void fill(Map<?, ?> values, Place place) {
    fields.fill(values, place);
  }

  /** Runs a block: what fails raises an error and skips the rest of it. */
  void run(ActionBlock block) {
    if (!block.isEmpty()) {
      running = block.in();
      attempt(running, () -> run(block.actions()));
    }
  }

  private void run(List<CompiledAction> actions) {
    for (CompiledAction action : actions) {
      action.run(this);
    }
  }

  @Override
  public void block(List<CompiledAction> actions) {
    attempt(running, () -> run(actions));
  }

  /** Does something that may fail in the name of {@code in}. */
  void attempt(String in, Runnable what) {
    try {
      what.run();
    } catch (ActionFailure failure) {
      queue.fail(failure, in);
    }
  }

  // the end

  /** Undoes the step. */
  StepAborted failed(String code, String message, @Nullable Place place) {
    List<String> before = base.configuration();
    return new StepAborted(new Outcome.Failed(before, code, message, place, log.undone(List.of())));
  }

  /** The snapshot that this makes of the one it began with: the same one if nothing changed. */
  Snapshot commit() {
    SnapshotExtras old = base.rest();
    boolean done = configuration.isDone();
    SnapshotExtras rest =
        new SnapshotExtras(
            history,
            agenda.all(),
            agenda.nextSequence(),
            done ? List.of() : old.deferred(),
            old.handled(),
            invocations,
            fields.values(),
            tracker,
            done ? SnapshotExtras.NEVER : overrun,
            output,
            old.epoch(),
            old.turn());
    if (configuration == base.states()
        && data == base.data()
        && log.transitions.isEmpty()
        && log.effects.isEmpty()
        && rest.equals(old)) {
      return base;
    }
    return new Snapshot(
        machine.chart(),
        base.id(),
        configuration,
        data,
        rest.equals(old) ? old : rest.orNone(),
        base.startedAt().toEpochMilli(),
        base.sequence() + 1);
  }
}
