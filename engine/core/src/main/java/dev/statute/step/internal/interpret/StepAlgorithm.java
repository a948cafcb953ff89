package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Place;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.algorithm.ConflictResolution;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.ExitAndEntry;
import dev.statute.step.internal.algorithm.MicrostepActions;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.CompiledValue;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.StateSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One step, from top to bottom: the algorithm for the interpretation of SCXML (W3C, appendix D) by
 * the names of its procedures, over a {@link StepState}. What it adds: rules judge the transitions
 * of each microstep before a state is left, and a step that is aborted changes nothing. Confined to
 * one thread.
 */
public final class StepAlgorithm implements MicrostepActions {
  /** Maximum number of microsteps in one step; more indicate an endless loop. */
  private static final int MAX_MICROSTEPS = 1_000;

  private final StepState state;
  private final CompiledChart model;
  private final StepActions actions;
  private int microsteps;
  private boolean hasTransitioned;
  private @Nullable String moveReason;
  private @Nullable String ignoredReason;

  private StepAlgorithm(StepState state) {
    this.state = state;
    model = state.model();
    actions = new StepActions(state);
  }

  /**
   * Begins a step.
   *
   * @param lenient for a query without data, see {@link StepState}
   */
  public static StepAlgorithm begin(
      InterpreterContext context, Snapshot before, long now, boolean lenient) {
    return new StepAlgorithm(new StepState(context, before, now, lenient, StepScope::new));
  }

  /** Makes the step and commits it; one that is aborted changes nothing. */
  public Step attempt(Cause cause, Function<StepAlgorithm, Outcome> work) {
    try {
      return new Step(cause, work.apply(this), state.commit());
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), state.base());
    }
  }

  public StepState state() {
    return state;
  }

  /** Returns whether some transition was taken. */
  public boolean hasTransitioned() {
    return hasTransitioned;
  }

  /** Returns the reason why a rule had a transition ignored, or null. */
  public @Nullable String ignoredReason() {
    return ignoredReason;
  }

  // the event

  /** Takes the selected transitions, runs until the instance is stable, and returns the outcome. */
  public Outcome execute(TransitionSelection selection) {
    microstep(selection);
    macrostep();
    return outcome(selection);
  }

  /** Takes the transitions of a move, with a reason that is used if they have none themselves. */
  public void executeMove(int target, @Nullable String reason, TransitionSelection selection) {
    moveReason = reason;
    if (selection.enabled().isEmpty() && !selection.isBlocked()) {
      int[] atomic = state.configuration().atomic();
      microstep(List.of(EnabledTransition.unlistedMove(model, state.history(), atomic, target)));
    } else {
      microstep(selection);
    }
    moveReason = null;
  }

  /**
   * Applies an external event to the invocations: ends the one that it answers, runs the {@code
   * finalize} actions of the one that sent it.
   */
  public void applyToInvocations() {
    InvocationEffects.processExternalEvent(state, actions);
  }

  /** Returns the outcome of the event for which these transitions were selected. */
  public Outcome outcome(TransitionSelection selection) {
    if (hasTransitioned) {
      return taken();
    }
    List<String> configuration = state.configuration().atomicIds();
    Trace trace = state.trace().build();
    return selection.isBlocked()
        ? new Outcome.Blocked(configuration, selection.blockedCandidates(), trace)
        : new Outcome.Ignored(
            configuration, state.configuration().acceptedEvents(model), ignoredReason, trace);
  }

  /** Returns the outcome of a step that took transitions, or whose timer did its work. */
  public Outcome taken() {
    return new Outcome.Taken(
        state.base().configuration(), state.configuration().atomicIds(), state.trace().build());
  }

  // macrostep

  /**
   * Macrostep: microsteps until no eventless transition is enabled and the internal queue is empty;
   * then the invocations of entered states start. At the end of the instance, {@code
   * exitInterpreter}.
   */
  public void macrostep() {
    do {
      while (!state.configuration().isDone() && (takeEventless() || takeInternal())) {
        // until the instance is stable
      }
      if (!state.configuration().isDone()) {
        InvocationEffects.start(state);
      }
    } while (!state.queue().isEmpty() && !state.configuration().isDone());
    StepBudget.checkWork(state, null);
    if (!hasTransitioned) {
      TimerSchedule.disarmInactive(state);
    }
    if (hasTransitioned || state.base().sequence() == 0) {
      checkRequirements();
    }
    if (state.configuration().isDone()) {
      exitInterpreter();
    }
  }

  /** Takes the enabled eventless transitions; returns whether any was taken. */
  private boolean takeEventless() {
    return state.configuration().hasEventless() && microstep(TransitionSelection.eventless(state));
  }

  /** Handles the next internal event; returns whether there was one. */
  private boolean takeInternal() {
    InternalEvent raised = state.queue().poll();
    if (raised == null) {
      return false;
    }
    state.currentEvent(
        new CurrentEvent(
            raised.name(),
            model.eventIds().event(raised.name()),
            raised.data(),
            CurrentEvent.Kind.INTERNAL,
            false,
            raised.raisedByAction(),
            raised.sender()));
    TransitionSelection selection = selectTransitions(false);
    if (raised.severity() == InternalEvent.Severity.EVENT
        || !model.rollsBack()
        || selection.isNamed(raised.name())) {
      microstep(selection);
    } else if (raised.mustBeHandled()) {
      throw unhandledError(raised);
    }
    return true;
  }

  private StepAborted unhandledError(InternalEvent raised) {
    Object message = raised.data().get("message");
    return StepAborted.failed(
        state,
        "error",
        message == null ? "nobody handles '" + raised.name() + "'" : message.toString(),
        raised.place());
  }

  /**
   * Selects the transitions that the current event enables.
   *
   * @param deferrable whether a state may defer it
   */
  public TransitionSelection selectTransitions(boolean deferrable) {
    return TransitionSelection.of(state, deferrable);
  }

  // microstep

  /** Judges and takes the selected transitions; returns whether any was taken. */
  public boolean microstep(TransitionSelection selection) {
    for (EnabledTransition preempted : selection.preempted()) {
      state.trace().preempted.add(state.takenTransition(preempted, null));
    }
    return microstep(selection.enabled());
  }

  /** Microstep: rules judge the transitions; then exit, actions, entry. */
  private boolean microstep(List<EnabledTransition> enabled) {
    List<EnabledTransition> transitions = requiresPolicy(enabled) ? permitted(enabled) : enabled;
    if (transitions.isEmpty()) {
      return false;
    }
    countMicrostep(transitions.get(0).transition().place());
    ActiveConfiguration before = state.configuration();
    exitStates(transitions);
    String reason = executeTransitionContent(transitions);
    int effects = state.trace().effects.size();
    enterStates(transitions);
    state.states().endMicrostep();
    addStateChange(before, reason == null ? moveReason : reason, effects);
    updateNamedTimers(before);
    hasTransitioned = true;
    return true;
  }

  private boolean requiresPolicy(List<EnabledTransition> enabled) {
    return !enabled.isEmpty()
        && !(state.currentEvent().vetoExempt()
            && enabled.get(0).transition().kind() == CompiledTransition.Kind.EVENT)
        && (state.context().policy() != Policy.NONE || !enabled.get(0).listed());
  }

  private List<EnabledTransition> permitted(List<EnabledTransition> enabled) {
    PolicyEvaluation evaluation = PolicyEvaluation.of(state, enabled);
    if (evaluation.ignoredReason() != null) {
      ignoredReason = evaluation.ignoredReason();
    }
    return ConflictResolution.removeConflicts(model, evaluation.permitted(), new ArrayList<>());
  }

  private void countMicrostep(@Nullable Place place) {
    if (++microsteps > MAX_MICROSTEPS) {
      throw StepAborted.failed(
          state,
          "livelock",
          "more than " + MAX_MICROSTEPS + " microsteps: these transitions never rest",
          place);
    }
    StepBudget.checkWork(state, place);
  }

  /** Leaves the active states inside the domains of the transitions, innermost first. */
  private void exitStates(List<EnabledTransition> transitions) {
    new ExitAndEntry(model, this).exitStates(transitions);
  }

  @Override
  public void exit(CompiledState exited) {
    state.trace().exited.add(exited.id());
    actions.run(exited.exit());
    InvocationEffects.cancel(state, exited);
    TimerSchedule.disarm(state, exited);
    state.states().deactivate(exited.number());
  }

  /** Runs the actions of the transitions; returns the first of their reasons, or null. */
  private @Nullable String executeTransitionContent(List<EnabledTransition> transitions) {
    String first = null;
    for (EnabledTransition enabled : transitions) {
      String reason = renderReason(enabled.transition().reason());
      first = first == null ? reason : first;
      state.trace().transitions.add(state.takenTransition(enabled, reason));
      actions.run(enabled.transition().actions());
    }
    return first;
  }

  private @Nullable String renderReason(@Nullable CompiledTemplate reason) {
    try {
      return reason == null ? null : reason.render(state.scope());
    } catch (ActionFailure failure) {
      state.queue().raiseError(failure, "reason");
      return null;
    }
  }

  /**
   * Enters the targets of the transitions, outermost first, with the states that belong to them.
   */
  private void enterStates(List<EnabledTransition> transitions) {
    new ExitAndEntry(model, this).enterStates(transitions);
  }

  /** Enters the initial states; there is none to leave. */
  public void enterInitialStates() {
    CompiledState root = model.root();
    state.states().activate(0);
    actions.run(root.entry());
    TimerSchedule.arm(state, root);
    actions.run(root.initialActions());
    new ExitAndEntry(model, this).enterInitialStates();
    state.states().endMicrostep();
    updateNamedTimers(model.emptyConfiguration());
  }

  @Override
  public void enter(CompiledState entered) {
    state.states().activate(entered.number());
    state.trace().entered.add(entered.id());
    actions.run(entered.entry());
    TimerSchedule.arm(state, entered);
  }

  @Override
  public void enterInitially(CompiledState parent) {
    actions.run(parent.initialActions());
  }

  @Override
  public void raiseDone(CompiledState parent, @Nullable CompiledState last) {
    state.queue().raiseDone(parent, last == null ? Map.of() : doneData(last));
  }

  /** Returns the output of a final state; empty if the computation fails. */
  private Map<String, ?> doneData(CompiledState last) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    Map<String, CompiledValue> output = last.output();
    if (output != null) {
      state
          .queue()
          .runRecovering(
              "output of " + last.id(),
              () -> {
                Map<String, @Nullable Object> computed = new LinkedHashMap<>();
                output.forEach((name, value) -> computed.put(name, value.evaluate(state.scope())));
                StepBudget.chargeData(state, computed, 0, model.definition().name().place());
                all.putAll(computed);
              });
    }
    return all;
  }

  @Override
  public StateSet active() {
    return state.active();
  }

  @Override
  public Map<Integer, int[]> history() {
    return state.history();
  }

  @Override
  public void recordHistory(int history, int[] value) {
    state.recordHistory(history, value);
  }

  /**
   * Adds the change of the configuration to the effects, before those of the entered states.
   *
   * @param position of the first effect of the entered states
   */
  private void addStateChange(ActiveConfiguration before, @Nullable String reason, int position) {
    ActiveConfiguration after = state.configuration();
    if (after != before && !after.active().equals(before.active())) {
      String from = String.join(",", before.atomicIds());
      String to = String.join(",", after.atomicIds());
      state.trace().effects.add(position, new Effect.StateChanged(from, to, reason));
    }
  }

  /**
   * Starts and stops named timers, which run from the entry of one of their states until none is
   * active.
   */
  private void updateNamedTimers(ActiveConfiguration before) {
    TimerSchedule.disarmInactive(state);
    for (NamedTimer timer : model.timers()) {
      if (timer.isActiveIn(state.active()) && !timer.isActiveIn(before.active())) {
        TimerSchedule.startIfIdle(state, timer);
      }
    }
  }

  // the end

  /** Checks the {@code requires} conditions, which must hold in every stable configuration. */
  public void checkRequirements() {
    StateSet active = state.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      for (CompiledCondition condition : model.state(n).requires()) {
        checkRequirement(model.state(n), condition);
      }
    }
  }

  private void checkRequirement(CompiledState required, CompiledCondition condition) {
    String why;
    try {
      if (condition.holds(state.scope())) {
        return;
      }
      why = "it does not hold";
    } catch (ActionFailure failure) {
      if (state.lenient) {
        return;
      }
      why = failure.message();
    }
    throw StepAborted.failed(
        state,
        "requires",
        "'" + required.id() + "' requires " + condition.source() + ": " + why,
        condition.source().place());
  }

  /**
   * Exits the interpreter: runs the exit actions of active states, cancels invocations, timers and
   * deferred events.
   */
  private void exitInterpreter() {
    int[] numbers = state.active().toArray();
    for (int i = numbers.length - 1; i >= 0; i--) {
      CompiledState exited = model.state(numbers[i]);
      actions.run(exited.exit());
      InvocationEffects.cancel(state, exited);
      if (exited.isFinal() && exited.parent() == 0 && exited.output() != null) {
        state.output = doneData(exited);
      }
    }
    dropPending();
    failOnUnhandledError();
  }

  /**
   * Cancels the instance in any configuration.
   *
   * @param runsActions whether exit actions run
   */
  public void cancel(boolean runsActions) {
    int[] numbers = state.active().toArray();
    for (int i = numbers.length - 1; i >= 0; i--) {
      CompiledState exited = model.state(numbers[i]);
      if (numbers[i] > 0) {
        state.trace().exited.add(exited.id());
      }
      if (runsActions) {
        actions.run(exited.exit());
      }
      InvocationEffects.cancel(state, exited);
      state.states().deactivate(numbers[i]);
    }
    state.states().endMicrostep();
    dropPending();
    if (runsActions) {
      failOnUnhandledError();
    }
    String from = String.join(",", state.base().configuration());
    state.trace().add(new Effect.StateChanged(from, "", "cancelled"));
  }

  private void dropPending() {
    state.pending.removeIf(pending -> true);
    state.tracking = state.tracking.withFinding(null);
    state.states().toInvoke().clear();
  }

  private void failOnUnhandledError() {
    if (model.rollsBack()) {
      for (InternalEvent raised : state.queue().pending()) {
        if (raised.mustBeHandled()) {
          throw unhandledError(raised);
        }
      }
    }
  }
}
