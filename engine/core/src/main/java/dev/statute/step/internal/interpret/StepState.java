package dev.statute.step.internal.interpret;

import dev.statute.expr.internal.node.Activation;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.step.Snapshot;
import dev.statute.step.TakenTransition;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.scope.VariableSlots;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State of a step: an overlay over a snapshot, which {@link #commit} applies as a whole. Data only;
 * {@link StepAlgorithm} and the evaluators of this package are functions of it. Unchanged parts are
 * not copied. Confined to one thread.
 */
public final class StepState {
  final long now;
  final boolean lenient;
  final PendingEventList pending;
  int actionsLeft = StepBudget.MAX_ACTIONS;
  long dataLeft = StepBudget.MAX_DATA;
  @Nullable Object @Nullable [] locals;
  boolean areWaiversEvaluated;
  boolean rendersPrompt;
  SnapshotExtras.FieldValues fields;
  SnapshotExtras.Tracking tracking;
  @Nullable Map<String, ?> output;

  /** Facts that rules read, as soon as one asks for them. */
  @Nullable Instance instanceBefore;

  @Nullable Progress progress;

  private final InterpreterContext context;
  private final Snapshot base;
  private final Activation scope;
  private final TraceBuilder trace = new TraceBuilder();
  private final InternalQueue queue;
  private final ActiveStateChanges states;
  private Map<String, @Nullable Object> data;
  private Map<Integer, int[]> history;
  private Map<String, Long> invocations;
  private CurrentEvent currentEvent = CurrentEvent.START;

  /**
   * @param lenient for a query without data: failed computations are added to the trace and do not
   *     roll back
   * @param scope creates the scope of expressions
   */
  @SuppressWarnings("unchecked") // a map that is only read
  StepState(
      InterpreterContext context,
      Snapshot base,
      long now,
      boolean lenient,
      Function<StepState, Activation> scope) {
    this.context = context;
    this.base = base;
    this.now = now;
    this.lenient = lenient;
    states = new ActiveStateChanges(context.model(), base.activeConfiguration());
    data = (Map<String, @Nullable Object>) base.data();
    history = base.extras().history();
    invocations = base.invocations();
    output = base.output();
    fields = base.extras().fields();
    tracking = base.extras().tracking();
    pending = new PendingEventList(base.extras().pending(), base.extras().nextSequence());
    queue = new InternalQueue(trace, lenient);
    this.scope = scope.apply(this);
  }

  public InterpreterContext context() {
    return context;
  }

  public CompiledChart model() {
    return context.model();
  }

  public Snapshot base() {
    return base;
  }

  /** Returns the scope of expressions. */
  public Activation scope() {
    return scope;
  }

  public TraceBuilder trace() {
    return trace;
  }

  public InternalQueue queue() {
    return queue;
  }

  /** Returns the changes of the active states. */
  public ActiveStateChanges states() {
    return states;
  }

  /** Returns the active states, within a microstep the intermediate ones. */
  public StateSet active() {
    return states.active();
  }

  /** Returns the configuration at the end of the last microstep. */
  public ActiveConfiguration configuration() {
    return states.configuration();
  }

  public CurrentEvent currentEvent() {
    return currentEvent;
  }

  public void currentEvent(CurrentEvent next) {
    currentEvent = next;
  }

  public Map<String, @Nullable Object> data() {
    return data;
  }

  /** Replaces the data; rules may decide differently about fields then. */
  void data(Map<String, @Nullable Object> changed) {
    data = changed;
    areWaiversEvaluated = false;
  }

  /** Sets a variable of an {@code each}. */
  void setLocal(int slot, @Nullable Object value) {
    if (locals == null) {
      locals = new Object[model().localSlots() - VariableSlots.FIRST_FREE];
    }
    locals[slot - VariableSlots.FIRST_FREE] = value;
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

  List<TakenTransition> takenTransitions(List<EnabledTransition> all) {
    return all.stream().map(enabled -> takenTransition(enabled, null)).toList();
  }

  /** Describes a transition for the trace. */
  TakenTransition takenTransition(EnabledTransition enabled, @Nullable String reason) {
    CompiledTransition transition = enabled.transition();
    boolean isEventless = transition.kind() == CompiledTransition.Kind.ALWAYS;
    return new TakenTransition(
        model().id(enabled.from()),
        model().id(transition.source()),
        isEventless ? CurrentEvent.Kind.INTERNAL.word() : currentEvent.kind().word(),
        isEventless ? "" : currentEvent.name(),
        model().ids(enabled.targets()),
        transition.place(),
        reason);
  }

  /** Returns the resulting snapshot; the original one if nothing changed. */
  public Snapshot commit() {
    SnapshotExtras old = base.extras();
    ActiveConfiguration configuration = states.configuration();
    boolean isDone = configuration.isDone();
    SnapshotExtras extras =
        new SnapshotExtras(
            history,
            pending.events(),
            tracking.finding() == null ? pending.nextSequence() : pending.lastSequence(),
            isDone ? List.of() : old.deferred(),
            old.handled(),
            invocations,
            fields,
            isDone ? tracking.ended() : tracking,
            output,
            old.fence());
    boolean areExtrasUnchanged = extras.equals(old);
    if (configuration == base.activeConfiguration()
        && data == base.data()
        && trace.transitions.isEmpty()
        && trace.effects.isEmpty()
        && areExtrasUnchanged) {
      return base;
    }
    return new Snapshot(
        context.chart(),
        base.id(),
        configuration,
        data,
        areExtrasUnchanged ? old : extras.orShared(),
        base.startedAt().toEpochMilli(),
        base.sequence() + 1);
  }
}
