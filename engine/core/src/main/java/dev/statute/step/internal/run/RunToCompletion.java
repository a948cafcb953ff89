package dev.statute.step.internal.run;

import dev.statute.step.Cause;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.model.PendingEvent;
import dev.statute.step.internal.model.SnapshotExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that must happen after a step before the next input, each as a step of its own: first
 * the event of a finding; then, where the configuration changed, deferred events that no active
 * state defers any more, oldest first; then timers and sends that are due.
 */
final class RunToCompletion {
  private final InterpreterContext machine;
  private final ExternalEventProcessor stepper;
  private final DelayedEventProcessor firing;
  private final long now;
  private final Consumer<Step> made;
  private final List<Step> steps = new ArrayList<>(1);
  private Snapshot snapshot;
  private int recallFrom;

  /**
   * @param made is told of each step as soon as it is made
   */
  RunToCompletion(
      InterpreterContext machine,
      ExternalEventProcessor stepper,
      DelayedEventProcessor firing,
      Snapshot snapshot,
      long now,
      Consumer<Step> made) {
    this.machine = machine;
    this.made = made;
    this.stepper = stepper;
    this.firing = firing;
    this.snapshot = snapshot;
    this.now = now;
    recallFrom = Integer.MAX_VALUE;
  }

  List<Step> steps() {
    return steps;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /** A step was made: what it changed may have deferred events heard. */
  void add(Step given) {
    Step step = machine.told(given);
    steps.add(step);
    made.accept(step);
    snapshot = step.snapshot();
    Outcome outcome = step.outcome();
    if (!snapshot.rest().deferred().isEmpty() && !outcome.from().equals(outcome.configuration())) {
      recallFrom = 0;
    }
  }

  /** Runs until nothing follows by itself. */
  void settle() {
    for (int following = 0; ; following++) {
      Step next = isStuck() ? firing.fire(snapshot, now) : recall();
      if (next == null) {
        next = firing.fire(snapshot, now);
      }
      if (next == null) {
        return;
      }
      if (following == InterpreterContext.MOST_FOLLOWING) {
        livelock(next);
        return;
      }
      add(next);
    }
  }

  private boolean isStuck() {
    List<PendingEvent> pending = snapshot.rest().pending();
    return !pending.isEmpty()
        && pending.get(0).kind() == PendingEvent.Kind.STUCK
        && pending.get(0).due() <= now;
  }

  private @Nullable Step recall() {
    while (recallFrom < snapshot.rest().deferred().size()) {
      Step step = stepper.recall(snapshot, recallFrom, now);
      if (step != null) {
        return step;
      }
      recallFrom++;
    }
    return null;
  }

  /** What is still due is dropped: it would be due for ever. */
  private void livelock(Step next) {
    Cause cause = next.cause();
    String message =
        "more than "
            + InterpreterContext.MOST_FOLLOWING
            + " timers, sends and recalled events after one input";
    Outcome outcome =
        new Outcome.Failed(snapshot.configuration(), "livelock", message, null, Trace.NONE);
    List<PendingEvent> later =
        snapshot.rest().pending().stream().filter(pending -> pending.due() > now).toList();
    SnapshotExtras rest = snapshot.rest().withPending(later);
    Step last = new Step(cause, machine.told(outcome), snapshot.next(rest));
    steps.add(last);
    made.accept(last);
    snapshot = last.snapshot();
  }
}
