package dev.statute.step.internal.interpret;

import dev.statute.step.internal.model.CompiledDuration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Timers and delayed sends of a step, in the order of their due instants. The list is copied on the
 * first change.
 */
public final class TimerSchedule {
  private final StepTransaction transaction;
  private List<PendingEvent> pendingEvents;
  private boolean copied;
  private long nextSequence;

  TimerSchedule(StepTransaction step) {
    this.transaction = step;
    pendingEvents = step.base().extras().pending();
    nextSequence = step.base().extras().nextSequence();
  }

  /** Returns the pending events; the original list if nothing changed. */
  List<PendingEvent> pendingEvents() {
    return copied ? List.copyOf(pendingEvents) : pendingEvents;
  }

  long nextSequence() {
    return pendingEvents.isEmpty() ? 0 : nextSequence;
  }

  private void add(PendingEvent pending) {
    copyBeforeWrite();
    int at = pendingEvents.size();
    while (at > 0 && pendingEvents.get(at - 1).compareTo(pending) > 0) {
      at--;
    }
    pendingEvents.add(at, pending);
  }

  private void copyBeforeWrite() {
    if (!copied) {
      pendingEvents = new ArrayList<>(pendingEvents);
      copied = true;
    }
  }

  private void removeIf(Predicate<PendingEvent> which) {
    if (pendingEvents.stream().anyMatch(which)) {
      copyBeforeWrite();
      pendingEvents.removeIf(which);
    }
  }

  void clear() {
    removeIf(pending -> true);
  }

  /** Starts the {@code after} timers of a state that was entered; a failure raises an error. */
  public void arm(CompiledState node) {
    if (!node.after().isEmpty()) {
      transaction.runRecovering(
          "after of " + node.id(),
          () -> {
            for (int part = 0; part < node.after().size(); part++) {
              arm(node, part);
            }
          });
    }
  }

  /** Starts one {@code after} timer of a state. */
  public void arm(CompiledState node, int part) {
    long due = due(node.after().get(part).delay());
    add(new PendingEvent(due, nextSequence++, PendingEvent.Kind.AFTER, node.number(), part, null));
  }

  /** Stops the {@code after} timers of a state that is left. */
  void disarm(CompiledState node) {
    if (!node.after().isEmpty()) {
      removeIf(p -> p.kind() == PendingEvent.Kind.AFTER && p.owner() == node.number());
    }
  }

  /**
   * Restarts a named timer.
   *
   * @param instead milliseconds, or null for the declared duration
   */
  public void arm(NamedTimer timer, @Nullable Long instead) {
    disarm(timer);
    if (instead != null) {
      put(timer, transaction.now() + instead, 0);
      return;
    }
    CompiledDuration every = timer.every();
    if (every != null) {
      put(timer, transaction.now() + every.millis(transaction.scope()), 0);
    }
    for (int part = 0; part < timer.after().size(); part++) {
      put(timer, due(timer.after().get(part)), part);
    }
  }

  /**
   * Restarts the named timers that ran before this step, run after it, and were not started in it.
   */
  public void restartIf(Predicate<NamedTimer> which) {
    for (NamedTimer timer : transaction.model().timers()) {
      if (which.test(timer)
          && timer.isActiveIn(transaction.active())
          && timer.isActiveIn(transaction.base().activeConfiguration().active())
          && !isArmedInStep(timer)) {
        restart(timer);
      }
    }
  }

  private boolean isArmedInStep(NamedTimer timer) {
    long first = transaction.base().extras().nextSequence();
    return pendingEvents.stream()
        .anyMatch(pending -> isOf(timer, pending) && pending.sequence() >= first);
  }

  /** Restarts a named timer; a failure raises an error. */
  public void restart(NamedTimer timer) {
    transaction.runRecovering("timer " + timer.name(), () -> arm(timer, null));
  }

  /** Starts a named timer that is not running; a failure raises an error. */
  void startIfIdle(NamedTimer timer) {
    if (!isArmed(timer)) {
      restart(timer);
    }
  }

  void disarm(NamedTimer timer) {
    removeIf(pending -> isOf(timer, pending));
  }

  /** Stops named timers that an action started outside of their states. */
  void disarmInactive() {
    for (NamedTimer timer : transaction.model().timers()) {
      if (!timer.isActiveIn(transaction.active())) {
        disarm(timer);
      }
    }
  }

  private boolean isArmed(NamedTimer timer) {
    return pendingEvents.stream().anyMatch(pending -> isOf(timer, pending));
  }

  private static boolean isOf(NamedTimer timer, PendingEvent pending) {
    return pending.kind() == PendingEvent.Kind.TIMER && pending.owner() == timer.number();
  }

  /**
   * Schedules the next instant of a periodic timer that fired; missed instants of its grid are
   * skipped.
   */
  public void rearmPeriodic(NamedTimer timer, CompiledDuration every, long due) {
    if (!isArmed(timer)) {
      long period = every.millis(transaction.scope());
      put(timer, due + ((transaction.now() - due) / period + 1) * period, 0);
    }
  }

  private void put(NamedTimer timer, long due, int part) {
    add(new PendingEvent(due, nextSequence++, PendingEvent.Kind.TIMER, timer.number(), part, null));
  }

  private long due(CompiledDuration span) {
    return transaction.now() + span.millis(transaction.scope());
  }

  void addSend(PendingEvent.PendingSend send, long after) {
    long due = transaction.now() + after;
    add(new PendingEvent(due, nextSequence++, PendingEvent.Kind.SEND, 0, 0, send));
  }

  /** Schedules a retry of an event that a rule denied. */
  public void scheduleRetry(PendingEvent denied) {
    add(denied.retry(transaction.now(), nextSequence++));
  }

  /** Schedules a retry of an event that was not pending. */
  public void scheduleRetry(SnapshotExtras.DeferredEvent event) {
    scheduleRetry(
        new PendingEvent(transaction.now(), 0, PendingEvent.Kind.EVENT, 0, 0, null, event, 0));
  }

  /** Removes the pending answer of an invocation that is cancelled. */
  void removeAnswer(String invocation) {
    removeIf(
        p ->
            p.event() != null
                && invocation.equals(
                    InvocationEffects.answeredInvocation(p.event().event().name())));
  }

  /** Returns a list with one more event before all others. */
  public static List<PendingEvent> prepend(PendingEvent first, List<PendingEvent> others) {
    List<PendingEvent> all = new ArrayList<>(others.size() + 1);
    all.add(first);
    all.addAll(others);
    return List.copyOf(all);
  }

  void cancelSend(String id) {
    removeIf(p -> p.send() != null && id.equals(p.send().id()));
  }
}
