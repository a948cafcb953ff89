package dev.statute.step.internal.run;

import dev.statute.step.internal.model.CompiledDuration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.PendingEvent;
import dev.statute.step.internal.model.SnapshotExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The timers and sends of a draft. The list is copied when it is first changed, and kept in the
 * order in which things fall due.
 */
final class TimerSchedule {
  private final StepTransaction draft;
  private List<PendingEvent> all;
  private boolean own;
  private long nextSequence;

  TimerSchedule(StepTransaction draft) {
    this.draft = draft;
    all = draft.base().rest().pending();
    nextSequence = draft.base().rest().nextSequence();
  }

  /** As it is kept: the same list if nothing changed. */
  List<PendingEvent> all() {
    return own ? List.copyOf(all) : all;
  }

  long nextSequence() {
    return all.isEmpty() ? 0 : nextSequence;
  }

  private void add(PendingEvent pending) {
    change();
    int at = all.size();
    while (at > 0 && all.get(at - 1).compareTo(pending) > 0) {
      at--;
    }
    all.add(at, pending);
  }

  private void change() {
    if (!own) {
      all = new ArrayList<>(all);
      own = true;
    }
  }

  void removeIf(Predicate<PendingEvent> which) {
    if (all.stream().anyMatch(which)) {
      change();
      all.removeIf(which);
    }
  }

  boolean has(Predicate<PendingEvent> which) {
    return all.stream().anyMatch(which);
  }

  void clear() {
    removeIf(pending -> true);
  }

  /** Arms the short form of a state that was entered. */
  void arm(CompiledState node) {
    for (int part = 0; part < node.after().size(); part++) {
      arm(node, part);
    }
  }

  /** Arms one of them. */
  void arm(CompiledState node, int part) {
    long due = due(node.after().get(part).delay());
    add(new PendingEvent(due, nextSequence++, PendingEvent.Kind.AFTER, node.number(), part, null));
  }

  /** Disarms the short form of a state that is left. */
  void disarm(CompiledState node) {
    if (!node.after().isEmpty()) {
      removeIf(p -> p.kind() == PendingEvent.Kind.AFTER && p.owner() == node.number());
    }
  }

  /**
   * Arms a named timer anew.
   *
   * @param instead milliseconds, or null for what the timer says
   */
  void arm(NamedTimer timer, @Nullable Long instead) {
    disarm(timer);
    if (instead != null) {
      put(timer, draft.now() + instead, 0);
      return;
    }
    CompiledDuration every = timer.every();
    if (every != null) {
      put(timer, draft.now() + every.millis(draft.scope()), 0);
    }
    for (int part = 0; part < timer.after().size(); part++) {
      put(timer, due(timer.after().get(part)), part);
    }
  }

  /** Whether a named timer was armed in this step. */
  boolean isNew(NamedTimer timer) {
    long first = draft.base().rest().nextSequence();
    return has(
        p ->
            p.kind() == PendingEvent.Kind.TIMER
                && p.owner() == timer.number()
                && p.sequence() >= first);
  }

  /** Arms a named timer that is not armed. */
  void armIfIdle(NamedTimer timer) {
    if (!has(p -> p.kind() == PendingEvent.Kind.TIMER && p.owner() == timer.number())) {
      arm(timer, null);
    }
  }

  void disarm(NamedTimer timer) {
    removeIf(p -> p.kind() == PendingEvent.Kind.TIMER && p.owner() == timer.number());
  }

  /** The next instant of a periodic timer that fired: on its own grid, those missed left out. */
  void again(NamedTimer timer, CompiledDuration every, long due) {
    if (!has(p -> p.kind() == PendingEvent.Kind.TIMER && p.owner() == timer.number())) {
      long period = every.millis(draft.scope());
      put(timer, due + ((draft.now() - due) / period + 1) * period, 0);
    }
  }

  private void put(NamedTimer timer, long due, int part) {
    add(new PendingEvent(due, nextSequence++, PendingEvent.Kind.TIMER, timer.number(), part, null));
  }

  private long due(CompiledDuration span) {
    return draft.now() + span.millis(draft.scope());
  }

  void send(PendingEvent.Sending send, long after) {
    long due = draft.now() + after;
    add(new PendingEvent(due, nextSequence++, PendingEvent.Kind.SEND, 0, 0, send));
  }

  /** What a rule denied is owed: it is offered again some time later. */
  void offerAgain(PendingEvent denied) {
    add(denied.again(draft.now() + RetryBackoff.after(denied.denied() + 1), nextSequence++));
  }

  /** The same for an event that was not waiting. */
  void offerAgain(SnapshotExtras.Deferred event) {
    offerAgain(new PendingEvent(draft.now(), 0, PendingEvent.Kind.EVENT, 0, 0, null, event, 0));
  }

  /** Nobody needs the answer of an invocation that is cancelled. */
  void forgetAnswer(String invocation) {
    removeIf(
        p ->
            p.event() != null
                && invocation.equals(InvocationEffects.answered(p.event().event().name())));
  }

  /** A list with one more before all others. */
  static List<PendingEvent> first(PendingEvent first, List<PendingEvent> others) {
    List<PendingEvent> all = new ArrayList<>(others.size() + 1);
    all.add(first);
    all.addAll(others);
    return List.copyOf(all);
  }

  void cancel(String id) {
    removeIf(p -> p.send() != null && id.equals(p.send().id()));
  }
}
