package dev.statute.step.internal.interpret;

import dev.statute.step.internal.model.CompiledDuration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Start and stop of timers and delayed sends in a step. */
public final class TimerSchedule {
  private TimerSchedule() {}

  /** Starts the {@code after} timers of a state that was entered; a failure raises an error. */
  public static void arm(StepState state, CompiledState node) {
    if (!node.after().isEmpty()) {
      state
          .queue()
          .runRecovering(
              "after of " + node.id(),
              () -> {
                for (int part = 0; part < node.after().size(); part++) {
                  arm(state, node, part);
                }
              });
    }
  }

  /** Starts one {@code after} timer of a state. */
  public static void arm(StepState state, CompiledState node, int part) {
    long due = due(state, node.after().get(part).delay());
    state.pending.add(
        new PendingEvent(
            due, state.pending.takeSequence(), PendingEvent.Kind.AFTER, node.number(), part, null));
  }

  /** Stops the {@code after} timers of a state that is left. */
  static void disarm(StepState state, CompiledState node) {
    if (!node.after().isEmpty()) {
      state.pending.removeIf(
          p -> p.kind() == PendingEvent.Kind.AFTER && p.owner() == node.number());
    }
  }

  /**
   * Restarts a named timer.
   *
   * @param instead milliseconds, or null for the declared duration
   */
  public static void arm(StepState state, NamedTimer timer, @Nullable Long instead) {
    disarm(state, timer);
    if (instead != null) {
      put(state, timer, state.now + instead, 0);
      return;
    }
    CompiledDuration every = timer.every();
    if (every != null) {
      put(state, timer, state.now + every.millis(state.scope()), 0);
    }
    for (int part = 0; part < timer.after().size(); part++) {
      put(state, timer, due(state, timer.after().get(part)), part);
    }
  }

  /**
   * Restarts the named timers that ran before this step, run after it, and were not started in it.
   */
  public static void restartIf(StepState state, Predicate<NamedTimer> which) {
    for (NamedTimer timer : state.model().timers()) {
      if (which.test(timer)
          && timer.isActiveIn(state.active())
          && timer.isActiveIn(state.base().activeConfiguration().active())
          && !isArmedInStep(state, timer)) {
        restart(state, timer);
      }
    }
  }

  private static boolean isArmedInStep(StepState state, NamedTimer timer) {
    long first = state.base().extras().nextSequence();
    return state.pending.anyMatch(pending -> isOf(timer, pending) && pending.sequence() >= first);
  }

  /** Restarts a named timer; a failure raises an error. */
  public static void restart(StepState state, NamedTimer timer) {
    state.queue().runRecovering("timer " + timer.name(), () -> arm(state, timer, null));
  }

  /** Starts a named timer that is not running; a failure raises an error. */
  static void startIfIdle(StepState state, NamedTimer timer) {
    if (!isArmed(state, timer)) {
      restart(state, timer);
    }
  }

  static void disarm(StepState state, NamedTimer timer) {
    state.pending.removeIf(pending -> isOf(timer, pending));
  }

  /** Stops named timers that an action started outside of their states. */
  static void disarmInactive(StepState state) {
    for (NamedTimer timer : state.model().timers()) {
      if (!timer.isActiveIn(state.active())) {
        disarm(state, timer);
      }
    }
  }

  private static boolean isArmed(StepState state, NamedTimer timer) {
    return state.pending.anyMatch(pending -> isOf(timer, pending));
  }

  private static boolean isOf(NamedTimer timer, PendingEvent pending) {
    return pending.kind() == PendingEvent.Kind.TIMER && pending.owner() == timer.number();
  }

  /**
   * Schedules the next instant of a periodic timer that fired; missed instants of its grid are
   * skipped.
   */
  public static void rearmPeriodic(
      StepState state, NamedTimer timer, CompiledDuration every, long due) {
    if (!isArmed(state, timer)) {
      long period = every.millis(state.scope());
      put(state, timer, due + ((state.now - due) / period + 1) * period, 0);
    }
  }

  private static void put(StepState state, NamedTimer timer, long due, int part) {
    state.pending.add(
        new PendingEvent(
            due,
            state.pending.takeSequence(),
            PendingEvent.Kind.TIMER,
            timer.number(),
            part,
            null));
  }

  private static long due(StepState state, CompiledDuration span) {
    return state.now + span.millis(state.scope());
  }

  static void addSend(StepState state, PendingEvent.PendingSend send, long after) {
    long due = state.now + after;
    state.pending.add(
        new PendingEvent(due, state.pending.takeSequence(), PendingEvent.Kind.SEND, 0, 0, send));
  }

  /** Schedules a retry of an event that a rule denied. */
  public static void scheduleRetry(StepState state, PendingEvent denied) {
    state.pending.add(denied.retry(state.now, state.pending.takeSequence()));
  }

  /** Schedules a retry of an event that was not pending. */
  public static void scheduleRetry(StepState state, SnapshotExtras.DeferredEvent event) {
    scheduleRetry(
        state, new PendingEvent(state.now, 0, PendingEvent.Kind.EVENT, 0, 0, null, event, 0));
  }

  /** Schedules a retry of the event of a finding that a rule denied. */
  public static void scheduleRetry(StepState state, SnapshotExtras.FindingEvent denied) {
    state.tracking =
        state.tracking.withFinding(denied.retry(state.now, state.pending.takeSequence()));
  }

  /** Removes the pending answer of an invocation that is cancelled. */
  static void removeAnswer(StepState state, String invocation) {
    state.pending.removeIf(
        p ->
            p.event() != null
                && invocation.equals(CurrentEvent.answeredInvocation(p.event().event().name())));
  }

  static void cancelSend(StepState state, String id) {
    state.pending.removeIf(p -> p.send() != null && id.equals(p.send().id()));
  }
}
