package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.commit.StepResult;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Handled;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs the interpreter for a message. Writes nothing and notifies nothing. */
final class StepRunner {
  private StepRunner() {}

  /**
   * Runs an input.
   *
   * @param posted its id in the inbox; null = it was not accepted before
   * @param settled keys of effects that it answers
   * @param additional effects beside those of the steps
   */
  static StepResult input(
      LoadedInstance life,
      Input input,
      Instant at,
      @Nullable String posted,
      Set<String> settled,
      List<Effect> additional) {
    List<Step> steps = life.interpreter().handle(life.snapshot(), input, at);
    Outcome outcome = outcome(steps, life.snapshot());
    // An answer is recognized by the effect that it settled; a final answer counts if nothing
    // awaits it.
    boolean isByItsId =
        settled.isEmpty()
            || (input instanceof Input.Event event && MessageProcessor.isFinalAnswer(event, life));
    String id = posted != null ? posted : isByItsId ? input.id() : null;
    // A rejected input may be sent again under its id; an accepted one may not.
    boolean remembered =
        posted != null
            || !(outcome instanceof Outcome.Rejected || outcome instanceof Outcome.Duplicate);
    Handled handled =
        id != null && remembered
            ? new Handled(id, outcome.kind(), outcome.code(), outcome.message())
            : null;
    return new StepResult(
        steps, at, instanceAfter(life, steps), outcome, settled, additional, handled);
  }

  /** Runs due timers; null if none are due. */
  static @Nullable StepResult due(LoadedInstance life, Instant at) {
    List<Step> steps = life.interpreter().fireDue(life.snapshot(), at);
    return steps.isEmpty()
        ? null
        : new StepResult(steps, at, instanceAfter(life, steps), steps.get(0).outcome(), null);
  }

  /**
   * Runs the start; its outcome is not {@code started} if the chart cannot start.
   *
   * @param last the ended life of the same id; null = there was none
   */
  static StepResult begin(
      String id, ActorMessage.Begin begin, @Nullable LoadedInstance last, Instant at) {
    Interpreter by = begin.interpreter();
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    if (last != null && begin.hydrates()) {
      data.putAll(by.hydration(last.snapshot()));
    }
    data.putAll(begin.data());
    Step start = by.start(id, data, at);
    boolean isStarted = start.outcome() instanceof Outcome.Started;
    List<Step> steps = isStarted ? by.runToCompletion(start, at) : List.of(start);
    LoadedInstance life = new LoadedInstance(by, lastSnapshot(steps), begin.parent());
    return new StepResult(steps, at, life, start.outcome(), null);
  }

  static StepResult restore(ActorMessage.Restore restore, Instant at) {
    Snapshot given = ClaimedInstance.rebind(restore.interpreter(), restore.snapshot());
    Outcome outcome = new Outcome.Started(given.configuration(), Trace.NONE);
    Step step = new Step(new Cause.Start(), outcome, given);
    LoadedInstance life = new LoadedInstance(restore.interpreter(), given, null);
    return new StepResult(List.of(step), at, life, outcome, null);
  }

  static StepResult cancel(LoadedInstance life, Instant at, @Nullable String event) {
    Step step = life.interpreter().cancel(life.snapshot(), at);
    Outcome outcome = step.outcome();
    Handled handled = event == null ? null : new Handled(event, outcome.kind(), null, null);
    List<Step> steps = List.of(step);
    return new StepResult(steps, at, instanceAfter(life, steps), outcome, handled);
  }

  /** Returns a result without steps that only marks an event of the inbox as handled. */
  static StepResult handledOnly(LoadedInstance life, Outcome outcome, Handled handled, Instant at) {
    return new StepResult(List.of(), at, life, outcome, handled);
  }

  private static LoadedInstance instanceAfter(LoadedInstance life, List<Step> steps) {
    return new LoadedInstance(life.interpreter(), lastSnapshot(steps), life.parent());
  }

  private static Snapshot lastSnapshot(List<Step> steps) {
    return steps.get(steps.size() - 1).snapshot();
  }

  /** Returns the outcome of the input itself, between earlier due timers and later sends. */
  private static Outcome outcome(List<Step> steps, Snapshot now) {
    for (Step step : steps) {
      if (step.cause() instanceof Cause.External) {
        return step.outcome();
      }
    }
    for (Step step : steps) {
      if (step.outcome() instanceof Outcome.Failed) {
        return step.outcome();
      }
    }
    return new Outcome.Ignored(now.configuration(), List.of(), null, Trace.NONE);
  }
}
