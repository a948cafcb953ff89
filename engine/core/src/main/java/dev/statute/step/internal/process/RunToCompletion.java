package dev.statute.step.internal.process;

import dev.statute.step.Cause;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Run to completion: the steps that must follow a step before the next input. First events of
 * findings; then, if the configuration changed, deferred events that no active state defers any
 * more, oldest first; then due timers and sends.
 */
public final class RunToCompletion {
  /** Maximum number of steps that follow one input; more indicate an endless loop. */
  private static final int MAX_FOLLOWING_STEPS = 1_000;

  private final InterpreterContext context;
  private final ExternalEventProcessor externalEvents;
  private final DelayedEventProcessor delayedEvents;
  private final long now;
  private final Consumer<Step> observer;
  private final List<Step> steps = new ArrayList<>(1);
  private Snapshot snapshot;
  private int recallIndex = Integer.MAX_VALUE;

  /**
   * @param observer receives each step as soon as it is computed
   */
  public RunToCompletion(
      InterpreterContext context,
      ExternalEventProcessor externalEvents,
      DelayedEventProcessor delayedEvents,
      Snapshot snapshot,
      long now,
      Consumer<Step> observer) {
    this.context = context;
    this.observer = observer;
    this.externalEvents = externalEvents;
    this.delayedEvents = delayedEvents;
    this.snapshot = snapshot;
    this.now = now;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /** Adds a computed step; a changed configuration may release deferred events. */
  public void add(Step computed) {
    Step step = context.withPolicyReason(computed);
    steps.add(step);
    observer.accept(step);
    snapshot = step.snapshot();
    Outcome outcome = step.outcome();
    if (!snapshot.extras().deferred().isEmpty()
        && !outcome.from().equals(outcome.configuration())) {
      recallIndex = 0;
    }
  }

  /** Runs until no step follows; returns all steps so far. */
  public List<Step> run() {
    for (int following = 0; ; following++) {
      Step next = isFindingDue() ? delayedEvents.fire(snapshot, now) : recall();
      if (next == null) {
        next = delayedEvents.fire(snapshot, now);
      }
      if (next == null) {
        return steps;
      }
      if (following == MAX_FOLLOWING_STEPS) {
        failWithLivelock(next.cause());
        return steps;
      }
      add(next);
    }
  }

  private boolean isFindingDue() {
    SnapshotExtras extras = snapshot.extras();
    return extras.isFindingFirst() && extras.firstDue() <= now;
  }

  private @Nullable Step recall() {
    while (recallIndex < snapshot.extras().deferred().size()) {
      Step step = externalEvents.recall(snapshot, recallIndex, now);
      if (step != null) {
        return step;
      }
      recallIndex++;
    }
    return null;
  }

  /** Adds the failure of a livelock and drops all due events, as they would be due forever. */
  private void failWithLivelock(Cause cause) {
    String message =
        "more than " + MAX_FOLLOWING_STEPS + " timers, sends and recalled events after one input";
    Outcome outcome =
        new Outcome.Failed(snapshot.configuration(), "livelock", message, null, Trace.NONE);
    List<PendingEvent> later =
        snapshot.extras().pending().stream().filter(pending -> pending.due() > now).toList();
    SnapshotExtras extras = snapshot.extras().withPending(later);
    SnapshotExtras.FindingEvent finding = extras.finding();
    add(
        new Step(
            cause,
            outcome,
            snapshot.nextCommit(
                finding == null || finding.due() > now ? extras : extras.withoutFinding())));
  }
}
