package dev.statute.step.internal.interpret;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.ActionContext;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledAction;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Transaction of a step: an overlay over a snapshot, which {@link #commit} applies as a whole.
 * Unchanged parts are not copied. Confined to one thread.
 */
public final class StepTransaction implements ActionContext {
  private final InterpreterContext context;
  private final Snapshot base;
  private final long now;
  private final boolean lenient;
  private final StepScope scope = new StepScope(this);
  private final TraceBuilder trace = new TraceBuilder();
  private final TimerSchedule timers;
  private final FormFields fields;
  private final SendDispatcher sends;
  private final InternalQueue queue;
  private final StepBudget budget;
  private final ActiveStateChanges states;
  private @Nullable PolicyFacts facts;
  private @Nullable TransitionSelection selection;

  private Map<String, @Nullable Object> data;
  private Map<Integer, int[]> history;
  private Map<String, Long> invocations;
  private @Nullable Map<String, Long> counters;
  private @Nullable Map<String, ?> output;
  private CurrentEvent currentEvent = CurrentEvent.START;

  /** Owner of the running block. */
  private String blockOwner = "";

  /**
   * @param lenient for a query without data: failed computations are added to the trace and do not
   *     roll back
   */
  @SuppressWarnings("unchecked") // a map that is only read
  public StepTransaction(InterpreterContext context, Snapshot base, long now, boolean lenient) {
    this.context = context;
    this.base = base;
    this.now = now;
    this.lenient = lenient;
    states = new ActiveStateChanges(context.model(), base.activeConfiguration());
    data = (Map<String, @Nullable Object>) base.data();
    history = base.extras().history();
    invocations = base.invocations();
    output = base.output();
    timers = new TimerSchedule(this);
    fields = new FormFields(this);
    sends = new SendDispatcher(this);
    queue = new InternalQueue(trace, lenient);
    budget = new StepBudget(this);
  }

  InterpreterContext context() {
    return context;
  }

  public CompiledChart model() {
    return context.model();
  }

  public Snapshot base() {
    return base;
  }

  long now() {
    return now;
  }

  boolean isLenient() {
    return lenient;
  }

  public PolicyFacts facts() {
    if (facts == null) {
      facts = new PolicyFacts(this);
    }
    return facts;
  }

  public TraceBuilder trace() {
    return trace;
  }

  public TimerSchedule timers() {
    return timers;
  }

  FormFields fields() {
    return fields;
  }

  public SendDispatcher sends() {
    return sends;
  }

  public InternalQueue queue() {
    return queue;
  }

  /** Returns the transitions selected for the event of the step. */
  @Nullable
  public TransitionSelection selection() {
    return selection;
  }

  public void selection(TransitionSelection first) {
    selection = first;
  }

  CurrentEvent currentEvent() {
    return currentEvent;
  }

  public void currentEvent(CurrentEvent next) {
    currentEvent = next;
  }

  @Override
  public StepScope scope() {
    return scope;
  }

  // configuration

  /** Returns the active states, within a microstep the intermediate ones. */
  public StateSet active() {
    return states.active();
  }

  /** Returns the configuration at the end of the last microstep. */
  public ActiveConfiguration configuration() {
    return states.configuration();
  }

  /** Returns the changes of the active states. */
  public ActiveStateChanges states() {
    return states;
  }

  public Map<Integer, int[]> history() {
    return history;
  }

  void recordHistory(int historyState, int[] states) {
    if (history == base.extras().history()) {
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

  void setOutput(@Nullable Map<String, ?> given) {
    output = given;
  }

  /** Returns the value of {@code progress} in expressions. */
  Map<String, Long> counters() {
    if (counters == null) {
      counters = context.tracker().progress(base.progress()).toMap();
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
  public void countAction(Place place) {
    budget.countAction(place);
  }

  @Override
  public void chargeData(@Nullable Object value, int depth, Place place) {
    budget.chargeData(value, depth, place);
  }

  @Override
  public void data(Map<String, @Nullable Object> changed) {
    data = changed;
    fields.invalidate();
  }

  @Override
  public void setLocal(int slot, @Nullable Object value) {
    scope.setLocal(slot, value);
  }

  @Override
  public void raise(String event, Map<String, ?> payload, Place place) {
    queue.raise(event, InputValidator.validateRaised(model(), event, payload, place));
  }

  @Override
  public void sendEvent(
      SourceText name,
      Map<String, ?> payload,
      @Nullable String to,
      long after,
      @Nullable String id) {
    sends.send(name, payload, to, after, id);
  }

  @Override
  public void cancelSend(String id) {
    timers.cancelSend(id);
  }

  @Override
  public void addEffect(Effect effect) {
    trace.effects.add(effect);
  }

  @Override
  public void restartTimer(int timer, @Nullable Long after) {
    timers.arm(model().timers().get(timer), after);
  }

  @Override
  public void fillFields(Map<?, ?> values, Place place) {
    fields.fill(values, place);
  }

  /** Runs a block; a failure raises an error and skips the rest of the block. */
  void run(ActionBlock block) {
    if (!block.isEmpty()) {
      blockOwner = block.owner();
      runRecovering(blockOwner, () -> run(block.actions()));
    }
  }

  private void run(List<CompiledAction> actions) {
    for (CompiledAction action : actions) {
      action.run(this);
    }
  }

  @Override
  public void runBlock(List<CompiledAction> actions) {
    runRecovering(blockOwner, () -> run(actions));
  }

  /** Runs code; a failure raises an error in the name of {@code in}. */
  public void runRecovering(String in, Runnable what) {
    try {
      what.run();
    } catch (ActionFailure failure) {
      queue.raiseError(failure, in);
    }
  }

  // the end

  /** Creates the rollback of the step. */
  public StepAborted failure(String code, String message, @Nullable Place place) {
    List<String> before = base.configuration();
    return new StepAborted(
        new Outcome.Failed(before, code, message, place, trace.rolledBack(List.of())));
  }

  /** Returns the resulting snapshot; the original one if nothing changed. */
  public Snapshot commit() {
    SnapshotExtras old = base.extras();
    ActiveConfiguration configuration = states.configuration();
    boolean done = configuration.isDone();
    SnapshotExtras rest =
        new SnapshotExtras(
            history,
            timers.pendingEvents(),
            timers.nextSequence(),
            done ? List.of() : old.deferred(),
            old.handled(),
            invocations,
            fields.values(),
            old.progress(),
            done ? SnapshotExtras.NEVER : old.findingDeadline(),
            output,
            old.epoch(),
            old.turn());
    boolean isRestUnchanged = rest.equals(old);
    if (configuration == base.activeConfiguration()
        && data == base.data()
        && trace.transitions.isEmpty()
        && trace.effects.isEmpty()
        && isRestUnchanged) {
      return base;
    }
    return new Snapshot(
        context.chart(),
        base.id(),
        configuration,
        data,
        isRestUnchanged ? old : rest.orShared(),
        base.startedAt().toEpochMilli(),
        base.sequence() + 1);
  }
}
