package dev.statute.step.internal.process;

import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.interpret.CurrentEvent;
import dev.statute.step.internal.interpret.InputValidator;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.SendDispatcher;
import dev.statute.step.internal.interpret.StepAborted;
import dev.statute.step.internal.interpret.StepAlgorithm;
import dev.statute.step.internal.interpret.StepBudget;
import dev.statute.step.internal.interpret.StepState;
import dev.statute.step.internal.interpret.TimerSchedule;
import dev.statute.step.internal.interpret.TransitionSelection;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledDuration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.EventIds;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Processor of timers, delayed sends, events of findings, and retries. A pending event is removed
 * by its step, even a failed one, so that it is not repeated forever; a periodic timer continues.
 * An event that a rule denies is retried with growing delays, as a veto may be temporary and no
 * other party would retry it.
 */
public final class DelayedEventProcessor {
  private static final String MOVE_ERROR = "error.move";
  private final InterpreterContext context;
  private final CompiledChart model;
  private final ExternalEventProcessor externalEvents;
  private final RecordProcessor records;
  private final MoveProcessor moves;

  public DelayedEventProcessor(
      InterpreterContext context,
      ExternalEventProcessor externalEvents,
      RecordProcessor records,
      MoveProcessor moves) {
    this.context = context;
    this.records = records;
    this.externalEvents = externalEvents;
    this.moves = moves;
    model = context.model();
  }

  /** Returns the first due event, or null. */
  public @Nullable Step fire(Snapshot snapshot, long now) {
    SnapshotExtras extras = snapshot.extras();
    if (extras.due() > now) {
      return null;
    }
    if (extras.findingDeadline() < extras.firstDue()) {
      return records.handleDeadline(snapshot, now);
    }
    SnapshotExtras.FindingEvent finding = extras.finding();
    if (finding != null && extras.isFindingFirst()) {
      return handleFinding(snapshot, finding, now);
    }
    List<PendingEvent> pending = extras.pending();
    List<PendingEvent> others = List.copyOf(pending.subList(1, pending.size()));
    Snapshot without = snapshot.withExtras(extras.withPending(others));
    PendingEvent due = pending.get(0);
    Step step = fire(without, due, now);
    if (ExternalEventProcessor.isRetryable(step.outcome()) && !isPeriodic(due) && !isMove(due)) {
      return externalEvents.scheduleRetry(
          snapshot, step, now, state -> TimerSchedule.scheduleRetry(state, due));
    }
    return committed(step, without);
  }

  /** Returns the step with a commit of its own, as it removed an event. */
  private static Step committed(Step step, Snapshot before) {
    return step.snapshot() == before
        ? new Step(step.cause(), step.outcome(), before.nextCommit(before.extras()))
        : step;
  }

  /** Handles the event of a finding; one that a rule denies is retried as any pending event. */
  private Step handleFinding(Snapshot snapshot, SnapshotExtras.FindingEvent finding, long now) {
    Snapshot without = snapshot.withExtras(snapshot.extras().withoutFinding());
    Step step = process(without, finding, now);
    return ExternalEventProcessor.isRetryable(step.outcome())
        ? externalEvents.scheduleRetry(
            snapshot, step, now, state -> TimerSchedule.scheduleRetry(state, finding))
        : committed(step, without);
  }

  private boolean isPeriodic(PendingEvent due) {
    return due.kind() == PendingEvent.Kind.TIMER && model.timers().get(due.owner()).every() != null;
  }

  private static boolean isMove(PendingEvent due) {
    return due.send() != null && SendDispatcher.isMove(due.send().to());
  }

  private Step fire(Snapshot snapshot, PendingEvent due, long now) {
    if (due.kind() == PendingEvent.Kind.AFTER) {
      return fireStateTimer(snapshot, due, now);
    }
    if (due.kind() == PendingEvent.Kind.TIMER) {
      return fireNamedTimer(snapshot, model.timers().get(due.owner()), due, now);
    }
    if (due.kind() == PendingEvent.Kind.EVENT) {
      return externalEvents.redeliver(snapshot, Objects.requireNonNull(due.event()), now);
    }
    PendingEvent.PendingSend send = Objects.requireNonNull(due.send());
    if (isMove(due)) {
      return processMove(snapshot, send, now);
    }
    return send.to() == null ? processSend(snapshot, send, now) : dispatchSend(snapshot, send, now);
  }

  private Step processSend(Snapshot snapshot, PendingEvent.PendingSend send, long now) {
    Input.Sender sender = new Input.Sender(snapshot.id(), send.id(), null);
    Cause cause = new Cause.Sent(send.event(), send.data(), send.id());
    Input.Event event = new Input.Event(send.event(), send.data(), null, sender);
    return externalEvents.process(
        snapshot,
        externalEvents.accepted(cause, ExternalEventProcessor.Origin.SENT, event),
        now,
        false);
  }

  /**
   * Handles a request for a state by the instance itself, as if it came from outside. One that is
   * refused is answered by the event {@code error.move} next, if the chart hears it anywhere.
   */
  private Step processMove(Snapshot snapshot, PendingEvent.PendingSend send, long now) {
    Cause cause = new Cause.Sent("move " + send.event(), send.data(), send.id());
    Step step =
        moves.handle(
            cause, snapshot, new Input.Move(send.event(), null, send.data(), null), now, false);
    Outcome outcome = step.outcome();
    boolean isRefused =
        outcome instanceof Outcome.Rejected
            || outcome instanceof Outcome.Denied
            || outcome instanceof Outcome.Blocked;
    if (!isRefused || model.eventIds().event(MOVE_ERROR) == EventIds.OTHER) {
      return step;
    }
    PendingEvent.PendingSend answer =
        new PendingEvent.PendingSend(MOVE_ERROR, refusal(send, outcome), null, send.id());
    List<PendingEvent> pending = new ArrayList<>();
    pending.add(new PendingEvent(now, -1, PendingEvent.Kind.SEND, 0, 0, answer));
    pending.addAll(snapshot.extras().pending());
    return new Step(cause, outcome, snapshot.nextCommit(snapshot.extras().withPending(pending)));
  }

  private static Map<String, ?> refusal(PendingEvent.PendingSend send, Outcome outcome) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("state", send.event());
    data.put("code", outcome.code() == null ? outcome.kind() : outcome.code());
    data.put("message", outcome.message() == null ? "the move is refused" : outcome.message());
    outcome.trace().verdicts().stream()
        .filter(RankedVerdict::decisive)
        .findFirst()
        .ifPresent(verdict -> data.put("rule", verdict.ruling().rule()));
    return data;
  }

  private Step dispatchSend(Snapshot snapshot, PendingEvent.PendingSend send, long now) {
    Cause cause = new Cause.Sent(send.event(), send.data(), send.id());
    return StepAlgorithm.begin(context, snapshot, now, false)
        .attempt(
            cause,
            algorithm -> {
              SendDispatcher.dispatch(algorithm.state(), send);
              return takenWithoutTransition(algorithm);
            });
  }

  /** Cancels the instance, with its exit actions, or without them if they fail. */
  public Step cancel(Snapshot snapshot, long now) {
    Cause cause = new Cause.Cancelled();
    Outcome.Rejected refused = InputValidator.rejectFinished(snapshot);
    if (refused != null) {
      return new Step(cause, refused, snapshot);
    }
    try {
      return cancel(cause, snapshot, now, true);
    } catch (StepAborted abort) {
      return cancel(cause, snapshot, now, false);
    }
  }

  private Step cancel(Cause cause, Snapshot snapshot, long now, boolean runsActions) {
    StepAlgorithm algorithm = StepAlgorithm.begin(context, snapshot, now, false);
    algorithm
        .state()
        .currentEvent(CurrentEvent.of(model, "cancel", Map.of(), CurrentEvent.Kind.INTERNAL, null));
    algorithm.cancel(runsActions);
    return new Step(cause, algorithm.taken(), algorithm.state().commit());
  }

  /** Fires an {@code after} timer, which triggers only its own transitions. */
  private Step fireStateTimer(Snapshot snapshot, PendingEvent due, long now) {
    CompiledState owner = model.state(due.owner());
    CompiledState.StateTimer group = owner.after().get(due.index());
    return StepAlgorithm.begin(context, snapshot, now, false)
        .attempt(
            new Cause.Timer(group.name(), null, Map.of()),
            algorithm -> {
              StepState state = algorithm.state();
              state.currentEvent(
                  CurrentEvent.of(model, group.name(), Map.of(), CurrentEvent.Kind.TIMER, null));
              return algorithm.execute(
                  TransitionSelection.of(state, owner.number(), group.transitions()));
            });
  }

  private Step process(Snapshot snapshot, SnapshotExtras.FindingEvent finding, long now) {
    CurrentEvent current =
        new CurrentEvent(
            finding.event(),
            model.eventIds().event(finding.event()),
            finding.data(),
            CurrentEvent.Kind.INTERNAL,
            finding.event().equals("stuck.stop"),
            false,
            null);
    return StepAlgorithm.begin(context, snapshot, now, false)
        .attempt(
            new Cause.Finding(finding.event(), finding.data()),
            algorithm -> {
              algorithm.state().currentEvent(current);
              return algorithm.execute(algorithm.selectTransitions(false));
            });
  }

  private Step fireNamedTimer(Snapshot snapshot, NamedTimer timer, PendingEvent due, long now) {
    StepAlgorithm algorithm = StepAlgorithm.begin(context, snapshot, now, false);
    StepState state = algorithm.state();
    Map<String, ?> data = timerData(state, timer, due.index());
    String event = timer.send() == null ? null : timer.send().value();
    Cause cause = new Cause.Timer(timer.name(), event, data);
    try {
      emit(state, timer);
      if (event == null) {
        return new Step(cause, takenWithoutTransition(algorithm), rearm(state, timer, due));
      }
      ExternalEventProcessor.AcceptedEvent accepted =
          externalEvents.accepted(
              cause, ExternalEventProcessor.Origin.TIMER, new Input.Event(event, data));
      Outcome outcome = externalEvents.apply(algorithm, accepted).outcome();
      if (outcome instanceof Outcome.Deferred || outcome instanceof Outcome.Rejected) {
        Step refused = externalEvents.rejectOrDefer(snapshot, accepted, outcome);
        Snapshot after = rearm(refused.snapshot(), timer, due, now);
        Outcome kept = withEmission(refused.outcome(), state.trace().emission());
        return new Step(cause, kept, after.withOneCommitAfter(snapshot));
      }
      return new Step(cause, outcome, rearm(state, timer, due));
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), rearm(snapshot, timer, due, now));
    }
  }

  /**
   * Adds what a timer emitted to the outcome of its deferred event; a rejected one changes nothing.
   */
  private static Outcome withEmission(Outcome outcome, Trace created) {
    return outcome instanceof Outcome.Deferred && !created.equals(Trace.NONE)
        ? outcome.withTrace(created)
        : outcome;
  }

  private Map<String, ?> timerData(StepState state, NamedTimer timer, int part) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    state
        .queue()
        .runRecovering(
            "data of timer " + timer.name(),
            () -> {
              Map<String, @Nullable Object> computed = new LinkedHashMap<>();
              Object given = timer.data() == null ? null : timer.data().evaluate(state.scope());
              if (given instanceof Map<?, ?> map) {
                map.forEach((name, value) -> computed.put(String.valueOf(name), value));
              }
              if (timer.after().size() > 1) {
                computed.put("n", part + 1L);
              }
              StepBudget.chargeData(state, computed, 0, state.model().definition().name().place());
              data.putAll(
                  timer.send() == null
                      ? computed
                      : InputValidator.validateRaised(
                          model, timer.send().value(), computed, timer.send().place()));
            });
    return Collections.unmodifiableMap(data);
  }

  private static void emit(StepState state, NamedTimer timer) {
    String type = timer.emit();
    if (type != null) {
      state
          .queue()
          .runRecovering(
              "emit of timer " + timer.name(),
              () -> state.trace().add(new Effect.Emit(type, emitFields(state, timer))));
    }
  }

  @SuppressWarnings("unchecked") // built from fields with names
  private static Map<String, ?> emitFields(StepState state, NamedTimer timer) {
    Object fields =
        timer.emitFields() == null ? Map.of() : timer.emitFields().evaluate(state.scope());
    StepBudget.chargeData(state, fields, 0, state.model().definition().name().place());
    return fields instanceof Map<?, ?> map ? (Map<String, ?>) map : Map.of();
  }

  /** Returns the outcome of a step without transitions, such as of a timer that only emits. */
  private static Outcome takenWithoutTransition(StepAlgorithm algorithm) {
    algorithm.macrostep();
    return algorithm.taken();
  }

  /**
   * Restarts the periodic timer in the step, if one of its states is active; a period that cannot
   * be computed ends it.
   */
  private static Snapshot rearm(StepState state, NamedTimer timer, PendingEvent due) {
    CompiledDuration every = timer.every();
    if (every != null && timer.isActiveIn(state.active()) && !state.configuration().isDone()) {
      try {
        TimerSchedule.rearmPeriodic(state, timer, every, due.due());
      } catch (ActionFailure failure) {
        return state.commit();
      }
    }
    return state.commit();
  }

  /** Restarts the periodic timer after a step that changed nothing. */
  private Snapshot rearm(Snapshot snapshot, NamedTimer timer, PendingEvent due, long now) {
    return rearm(StepAlgorithm.begin(context, snapshot, now, false).state(), timer, due);
  }
}
