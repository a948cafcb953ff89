package dev.statute.step.internal.process;

import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.ReservedEvents;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.internal.cache.StepCache;
import dev.statute.step.internal.interpret.CurrentEvent;
import dev.statute.step.internal.interpret.InputValidator;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.StepAborted;
import dev.statute.step.internal.interpret.StepAlgorithm;
import dev.statute.step.internal.interpret.StepState;
import dev.statute.step.internal.interpret.TimerSchedule;
import dev.statute.step.internal.interpret.TransitionSelection;
import dev.statute.step.internal.model.CachedStep;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Processor of events that are not internal. */
public final class ExternalEventProcessor {
  private static final int MAX_DEFERRED = 64;

  private final InterpreterContext context;
  private final CompiledChart model;
  private final StepCache cache;

  public ExternalEventProcessor(InterpreterContext context, StepCache cache) {
    this.context = context;
    this.cache = cache;
    model = context.model();
  }

  /** Handles an external event. */
  public Step handle(Snapshot snapshot, Input.Event given, long now, boolean lenient) {
    InputValidator.ValidatedInput passed = InputValidator.validateEvent(snapshot, given, lenient);
    Cause cause = new Cause.External(given);
    if (passed.rejection() != null) {
      return new Step(cause, passed.rejection(), snapshot);
    }
    Input.Event event = passed.event();
    Step step = process(snapshot, accepted(cause, Origin.EVENT, event), now, lenient);
    boolean asked = event.sender() == null && !ReservedEvents.isReserved(event.name());
    return !asked && !lenient && isRetryable(step.outcome())
        ? scheduleRetry(
            snapshot,
            step,
            now,
            state ->
                TimerSchedule.scheduleRetry(
                    state, new SnapshotExtras.DeferredEvent(event, "event")))
        : step;
  }

  /**
   * Returns the cached step of an event that was not handled before and after which no step
   * follows, or null.
   */
  public @Nullable Step cachedStep(Snapshot snapshot, Input.Event event) {
    int row = cache.row(snapshot);
    if (row < 0) {
      return null;
    }
    String name = event.name();
    CachedStep cached =
        cache.find(row, cache.eventId(name), snapshot.data(), name, event.payload(), null);
    if (cached == null
        || EventDeduplication.findDuplicate(snapshot, event.id()) != null
        || InputValidator.rejectInvalidValues(List.of(), event.id(), null, event.payload())
            != null) {
      return null;
    }
    Snapshot after = cached.isCommitted() ? snapshot.advanceTo(cached.next(), 1) : snapshot;
    Step step = new Step(new Cause.External(event), cached.outcome(), after);
    return EventDeduplication.recordHandled(snapshot, step, event.id());
  }

  /** Origin of a deferrable event. */
  enum Origin {
    EVENT("event"),
    TIMER("timer"),
    SENT("sent");

    private final String word;

    Origin(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    static Origin of(String word) {
      return word.equals("event") ? EVENT : word.equals("timer") ? TIMER : SENT;
    }
  }

  /**
   * Validated event.
   *
   * @param event as it is stored if it is deferred
   */
  record AcceptedEvent(Cause cause, CurrentEvent current, Origin origin, Input.Event event) {}

  /** Accepts an event whose payload is valid. */
  AcceptedEvent accepted(Cause cause, Origin origin, Input.Event event) {
    CurrentEvent.Kind kind =
        origin == Origin.EVENT ? CurrentEvent.Kind.EVENT : CurrentEvent.Kind.TIMER;
    CurrentEvent current =
        CurrentEvent.of(model, event.name(), event.payload(), kind, event.sender());
    return new AcceptedEvent(cause, current, origin, event);
  }

  /** Processes an event that is not internal. */
  Step process(Snapshot snapshot, AcceptedEvent accepted, long now, boolean lenient) {
    if (isIgnored(snapshot, accepted)) {
      return new Step(
          accepted.cause(), snapshot.activeConfiguration().ignoredOutcome(model), snapshot);
    }
    StepAlgorithm algorithm = StepAlgorithm.begin(context, snapshot, now, lenient);
    try {
      AppliedEvent applied = apply(algorithm, accepted);
      Outcome outcome = applied.outcome();
      if (outcome instanceof Outcome.Deferred || outcome instanceof Outcome.Rejected) {
        return rejectOrDefer(snapshot, accepted, outcome);
      }
      Snapshot after = algorithm.state().commit();
      if (accepted.origin() == Origin.EVENT && !lenient) {
        cache.put(accepted.current(), applied.selection(), outcome, snapshot, after);
      }
      return new Step(accepted.cause(), outcome, after);
    } catch (StepAborted abort) {
      return new Step(accepted.cause(), abort.outcome(), snapshot);
    }
  }

  /**
   * Returns whether the event is ignored and no step follows, so that the algorithm need not run.
   */
  private boolean isIgnored(Snapshot snapshot, AcceptedEvent accepted) {
    if (model.definition().onUnhandled() != Unhandled.IGNORE
        || snapshot.activeConfiguration().hasEventless()
        || !snapshot.invocations().isEmpty()
        || (accepted.origin() == Origin.EVENT && restartsTimer(accepted.current().name()))) {
      return false;
    }
    for (int state : snapshot.activeConfiguration().atomic()) {
      if (!model.candidates(accepted.current().eventId(), state).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private boolean restartsTimer(String event) {
    for (NamedTimer timer : model.timers()) {
      if (timer.restartOn().matches(event)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Event that was applied to the state of a step.
   *
   * @param selection transitions that it enabled
   */
  record AppliedEvent(Outcome outcome, TransitionSelection selection) {}

  /** Applies an event to the state of a step; a deferred or rejected event changes nothing. */
  AppliedEvent apply(StepAlgorithm algorithm, AcceptedEvent accepted) {
    StepState state = algorithm.state();
    state.currentEvent(accepted.current());
    boolean isEvent = accepted.origin() == Origin.EVENT;
    if (isEvent) {
      algorithm.applyToInvocations();
    }
    TransitionSelection selection = algorithm.selectTransitions(true);
    boolean isUnmatched = selection.enabled().isEmpty() && !selection.isBlocked();
    Outcome refused = deferOrReject(state, accepted, selection, isUnmatched);
    if (refused != null) {
      return new AppliedEvent(refused, selection);
    }
    boolean isTaken = algorithm.microstep(selection);
    if (isEvent && (isTaken || isUnmatched || algorithm.ignoredReason() != null)) {
      String event = accepted.current().name();
      TimerSchedule.restartIf(state, timer -> timer.restartOn().matches(event));
    }
    algorithm.macrostep();
    return new AppliedEvent(algorithm.outcome(selection), selection);
  }

  private @Nullable Outcome deferOrReject(
      StepState state, AcceptedEvent accepted, TransitionSelection selection, boolean isUnmatched) {
    if (selection.isDeferred() || (isUnmatched && onUnhandled() == Unhandled.DEFER)) {
      return new Outcome.Deferred(
          state.base().configuration(), statesThatHandle(accepted.current().eventId()));
    }
    return isUnmatched && onUnhandled() == Unhandled.REJECT
        ? rejectUnhandled(state, accepted)
        : null;
  }

  private Unhandled onUnhandled() {
    return model.definition().onUnhandled();
  }

  private static Outcome rejectUnhandled(StepState state, AcceptedEvent accepted) {
    List<String> where = state.base().configuration();
    return new Outcome.Rejected(
        where,
        "unhandled",
        "nothing listens to '" + accepted.current().name() + "' in " + String.join(", ", where));
  }

  /** Returns the states with transitions of their own for an event, in document order. */
  private List<String> statesThatHandle(int event) {
    String name = model.eventIds().name(event);
    return model.states().stream()
        .filter(state -> state.on().stream().anyMatch(each -> each.descriptors().matches(name)))
        .map(CompiledState::id)
        .toList();
  }

  /** Rejects or defers an event that was not handled. */
  Step rejectOrDefer(Snapshot snapshot, AcceptedEvent accepted, Outcome outcome) {
    if (!(outcome instanceof Outcome.Deferred)) {
      return new Step(accepted.cause(), outcome, snapshot);
    }
    List<SnapshotExtras.DeferredEvent> deferred = new ArrayList<>(snapshot.extras().deferred());
    if (deferred.size() >= MAX_DEFERRED) {
      return new Step(
          accepted.cause(),
          new Outcome.Rejected(
              snapshot.configuration(),
              "defer-full",
              MAX_DEFERRED + " events wait already, '" + accepted.current().name() + "' cannot"),
          snapshot);
    }
    deferred.add(new SnapshotExtras.DeferredEvent(accepted.event(), accepted.origin().word()));
    SnapshotExtras rest = snapshot.extras().withDeferred(List.copyOf(deferred));
    return new Step(accepted.cause(), outcome, snapshot.nextCommit(rest));
  }

  /** Handles the next deferred event that is no longer deferred; null if there is none. */
  @Nullable Step recall(Snapshot snapshot, int position, long now) {
    SnapshotExtras.DeferredEvent kept = snapshot.extras().deferred().get(position);
    List<SnapshotExtras.DeferredEvent> others = new ArrayList<>(snapshot.extras().deferred());
    others.remove(position);
    Snapshot without = snapshot.withExtras(snapshot.extras().withDeferred(List.copyOf(others)));
    Step step = redeliver(without, kept, now);
    if (step.outcome() instanceof Outcome.Deferred) {
      return null;
    }
    return isRetryable(step.outcome())
        ? scheduleRetry(snapshot, step, now, state -> TimerSchedule.scheduleRetry(state, kept))
        : step;
  }

  /** Redelivers a deferred event. */
  Step redeliver(Snapshot without, SnapshotExtras.DeferredEvent kept, long now) {
    Input.Event event = kept.event();
    Cause cause = new Cause.Undeferred(event);
    AcceptedEvent accepted = accepted(cause, Origin.of(kept.origin()), event);
    Step step = process(without, accepted, now, false);
    Step counted =
        step.snapshot() == without
            ? new Step(cause, step.outcome(), without.nextCommit(without.extras()))
            : step;
    return EventDeduplication.recordHandled(without, counted, event.id());
  }

  /**
   * Returns whether an event that only the instance itself can retry must be retried after this
   * outcome: a rule may decide differently later, or a queue may have room.
   */
  static boolean isRetryable(Outcome outcome) {
    return outcome instanceof Outcome.Denied
        || (outcome instanceof Outcome.Rejected && "defer-full".equals(outcome.code()));
  }

  /** Returns the step with a scheduled retry. */
  Step scheduleRetry(Snapshot before, Step step, long now, Consumer<StepState> retry) {
    StepState state = StepAlgorithm.begin(context, step.snapshot(), now, false).state();
    retry.accept(state);
    return new Step(step.cause(), step.outcome(), state.commit().withOneCommitAfter(before));
  }
}
