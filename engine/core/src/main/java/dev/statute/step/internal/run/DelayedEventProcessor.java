package dev.statute.step.internal.run;

import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledDuration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.PendingEvent;
import dev.statute.step.internal.model.SnapshotExtras;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The steps that happen by themselves: timers, sends, the events of findings, and what is offered
 * again. What is due is used up by what comes of it, a failure too, so that it is not repeated for
 * ever; a periodic timer goes on. What a rule denies is owed and offered again, less and less
 * often, as a veto is about now and nobody else would try again.
 */
final class DelayedEventProcessor {
  private final InterpreterContext machine;
  private final CompiledChart model;
  private final ExternalEventProcessor stepper;
  private final RecordProcessor recording;

  DelayedEventProcessor(
      InterpreterContext machine, ExternalEventProcessor stepper, RecordProcessor recording) {
    this.machine = machine;
    this.recording = recording;
    this.stepper = stepper;
    model = machine.model();
  }

  /** The first that is due, or null. */
  @Nullable Step fire(Snapshot snapshot, long now) {
    List<PendingEvent> pending = snapshot.rest().pending();
    long first = pending.isEmpty() ? SnapshotExtras.NEVER : pending.get(0).due();
    if (Math.min(first, snapshot.rest().overrun()) > now) {
      return null;
    }
    if (snapshot.rest().overrun() < first) {
      return recording.tick(snapshot, now);
    }
    List<PendingEvent> others = List.copyOf(pending.subList(1, pending.size()));
    Snapshot without = snapshot.with(snapshot.rest().withPending(others));
    PendingEvent due = pending.get(0);
    Step step = fire(without, due, now);
    if (ExternalEventProcessor.isOwed(step.outcome()) && !isPeriodic(due)) {
      return stepper.owe(snapshot, step, now, agenda -> agenda.offerAgain(due));
    }
    Snapshot after = step.snapshot();
    return after == without
        ? new Step(step.cause(), step.outcome(), without.next(without.rest()))
        : step;
  }

  private boolean isPeriodic(PendingEvent due) {
    return due.kind() == PendingEvent.Kind.TIMER && model.timers().get(due.owner()).every() != null;
  }

  private Step fire(Snapshot snapshot, PendingEvent due, long now) {
    if (due.kind() == PendingEvent.Kind.AFTER) {
      return after(snapshot, due, now);
    }
    if (due.kind() == PendingEvent.Kind.TIMER) {
      return timer(snapshot, model.timers().get(due.owner()), due, now);
    }
    if (due.kind() == PendingEvent.Kind.EVENT) {
      return stepper.offer(snapshot, Objects.requireNonNull(due.event()), now);
    }
    PendingEvent.Sending send = Objects.requireNonNull(due.send());
    if (due.kind() == PendingEvent.Kind.STUCK) {
      return stuck(snapshot, send, now);
    }
    return send.to() == null
        ? sent(snapshot, send, now)
        : elsewhere(snapshot, send, send.to(), now);
  }

  private Step sent(Snapshot snapshot, PendingEvent.Sending send, long now) {
    int signal = model.signals().event(send.event());
    Input.Sender sender = new Input.Sender(snapshot.id(), send.id(), null);
    CurrentEvent cue =
        new CurrentEvent(send.event(), signal, send.data(), CurrentEvent.Kind.TIMER, sender);
    Cause cause = new Cause.Sent(send.event(), send.data(), send.id());
    Input.Event event = new Input.Event(send.event(), send.data(), null, sender);
    return stepper.heard(
        snapshot,
        new ExternalEventProcessor.Heard(cause, cue, ExternalEventProcessor.Origin.SENT, event),
        now,
        false);
  }

  private Step elsewhere(Snapshot snapshot, PendingEvent.Sending send, String to, long now) {
    StepTransaction draft = new StepTransaction(machine, snapshot, now, false);
    Cause cause = new Cause.Sent(send.event(), send.data(), send.id());
    draft.outbox().dispatch(send, SendTarget.of(to, snapshot.id()));
    try {
      return new Step(cause, quiet(draft), draft.commit());
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), snapshot);
    }
  }

  /** Ends it, with what its exit actions do, or without if they cannot be run. */
  Step cancel(Snapshot snapshot, long now) {
    Cause cause = new Cause.Cancelled();
    Outcome.Rejected refused = InputValidator.finished(snapshot);
    if (refused != null) {
      return new Step(cause, refused, snapshot);
    }
    try {
      return cancel(cause, snapshot, now, true);
    } catch (StepAborted abort) {
      return cancel(cause, snapshot, now, false);
    }
  }

  private Step cancel(Cause cause, Snapshot snapshot, long now, boolean acting) {
    StepTransaction draft = new StepTransaction(machine, snapshot, now, false);
    draft.cue(
        new CurrentEvent(
            "cancel", model.signals().event("cancel"), Map.of(), CurrentEvent.Kind.INTERNAL));
    new MacrostepAlgorithm(draft).cancel(acting);
    List<String> where = snapshot.configuration();
    draft.effect(new Effect.StateChanged(String.join(",", where), "", "cancelled"));
    return new Step(
        cause, new Outcome.Taken(where, List.of(), draft.log().trace()), draft.commit());
  }

  /** The short form: only its own transitions hear it. */
  private Step after(Snapshot snapshot, PendingEvent due, long now) {
    CompiledState node = model.node(due.owner());
    CompiledState.After group = node.after().get(due.part());
    Cause cause = new Cause.Timer(group.name(), null, Map.of());
    StepTransaction draft = new StepTransaction(machine, snapshot, now, false);
    draft.cue(
        new CurrentEvent(
            group.name(), model.signals().event(group.name()), Map.of(), CurrentEvent.Kind.TIMER));
    try {
      MacrostepAlgorithm macrostep = new MacrostepAlgorithm(draft);
      TransitionSelection selection = TransitionSelection.of(draft, node.number(), group.arrows());
      macrostep.take(selection);
      macrostep.run();
      Outcome outcome = ExternalEventProcessor.outcome(draft, macrostep, selection);
      return new Step(cause, outcome, draft.commit());
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), snapshot);
    }
  }

  private Step stuck(Snapshot snapshot, PendingEvent.Sending send, long now) {
    StepTransaction draft = new StepTransaction(machine, snapshot, now, false);
    Cause cause = new Cause.Finding(send.event(), send.data());
    boolean stop = send.event().equals("stuck.stop");
    int signal = model.signals().event(send.event());
    draft.cue(
        new CurrentEvent(
            send.event(), signal, send.data(), CurrentEvent.Kind.INTERNAL, stop, false, null));
    try {
      MacrostepAlgorithm macrostep = new MacrostepAlgorithm(draft);
      TransitionSelection selection = TransitionSelection.of(draft, signal, false);
      macrostep.take(selection);
      macrostep.run();
      Outcome outcome = ExternalEventProcessor.outcome(draft, macrostep, selection);
      return new Step(cause, outcome, draft.commit());
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), snapshot);
    }
  }

  private Step timer(Snapshot snapshot, NamedTimer timer, PendingEvent due, long now) {
    StepTransaction draft = new StepTransaction(machine, snapshot, now, false);
    Map<String, ?> data = data(draft, timer, due.part());
    String event = timer.send() == null ? null : timer.send().value();
    Cause cause = new Cause.Timer(timer.name(), event, data);
    try {
      emit(draft, timer);
      if (event == null) {
        return new Step(cause, quiet(draft), goOn(draft, timer, due));
      }
      CurrentEvent cue =
          new CurrentEvent(event, model.signals().event(event), data, CurrentEvent.Kind.TIMER);
      Input.Event kept = new Input.Event(event, data, null);
      ExternalEventProcessor.Heard heard =
          new ExternalEventProcessor.Heard(cause, cue, ExternalEventProcessor.Origin.TIMER, kept);
      Outcome outcome = stepper.hear(draft, heard);
      if (outcome instanceof Outcome.Deferred || outcome instanceof Outcome.Rejected) {
        Step refused = stepper.refusedOrKept(snapshot, heard, outcome);
        return new Step(cause, refused.outcome(), goOn(refused.snapshot(), timer, due, now));
      }
      return new Step(cause, outcome, goOn(draft, timer, due));
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), goOn(snapshot, timer, due, now));
    }
  }

  private Map<String, ?> data(StepTransaction draft, NamedTimer timer, int part) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    draft.attempt(
        "data of timer " + timer.name(),
        () -> {
          Map<String, @Nullable Object> computed = new LinkedHashMap<>();
          Object given = timer.data() == null ? null : timer.data().eval(draft.scope());
          if (given instanceof Map<?, ?> map) {
            map.forEach((name, value) -> computed.put(String.valueOf(name), value));
          }
          if (timer.after().size() > 1) {
            computed.put("n", part + 1L);
          }
          draft.spend(computed, 0, draft.model().definition().name().place());
          data.putAll(
              timer.send() == null
                  ? computed
                  : InputValidator.made(
                      model, timer.send().value(), computed, timer.send().place()));
        });
    return Collections.unmodifiableMap(data);
  }

  private static void emit(StepTransaction draft, NamedTimer timer) {
    String type = timer.emit();
    if (type != null) {
      draft.attempt(
          "emit of timer " + timer.name(),
          () -> draft.effect(new Effect.Emit(type, emitted(draft, timer))));
    }
  }

  @SuppressWarnings("unchecked") // built from fields with names
  private static Map<String, ?> emitted(StepTransaction draft, NamedTimer timer) {
    Object fields = timer.emitData() == null ? Map.of() : timer.emitData().eval(draft.scope());
    draft.spend(fields, 0, draft.model().definition().name().place());
    return fields instanceof Map<?, ?> map ? (Map<String, ?>) map : Map.of();
  }

  /** What only has an effect, such as a timer that emits: nothing is selected. */
  private static Outcome quiet(StepTransaction draft) {
    new MacrostepAlgorithm(draft).run();
    List<String> where = draft.base().configuration();
    return new Outcome.Taken(where, draft.configuration().atomicIds(), draft.log().trace());
  }

  /** The draft, its periodic timer armed again while one of its states is active. */
  private static Snapshot goOn(StepTransaction draft, NamedTimer timer, PendingEvent due) {
    CompiledDuration every = timer.every();
    if (every != null && timer.lives(draft.active()) && !draft.configuration().isDone()) {
      draft.agenda().again(timer, every, due.due());
    }
    return draft.commit();
  }

  /** The same for a step that changed nothing; a period that cannot be computed ends it. */
  private Snapshot goOn(Snapshot snapshot, NamedTimer timer, PendingEvent due, long now) {
    StepTransaction draft = new StepTransaction(machine, snapshot, now, false);
    try {
      return goOn(draft, timer, due);
    } catch (ActionFailure failure) {
      return snapshot;
    }
  }
}
