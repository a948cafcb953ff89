package dev.statute.step.internal.run;

import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.problem.Suggest;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.model.CachedStep;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.SnapshotExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The steps that inputs from outside make: events and moves. */
final class ExternalEventProcessor {
  private final InterpreterContext machine;
  private final CompiledChart model;
  private final StepCache memo;

  ExternalEventProcessor(InterpreterContext machine, StepCache memo) {
    this.machine = machine;
    this.memo = memo;
    model = machine.model();
  }

  /** An event from outside. */
  Step event(Snapshot snapshot, Input.Event event, long now, boolean lenient) {
    Step known = known(snapshot, event);
    if (known != null) {
      return known;
    }
    Cause cause = new Cause.External(event);
    Outcome.Duplicate duplicate = EventDeduplication.find(snapshot, event.id());
    if (duplicate != null) {
      return new Step(cause, duplicate, snapshot);
    }
    InputValidator.ValidatedInput passed = InputValidator.event(snapshot, event, lenient);
    if (passed.refused() != null) {
      return new Step(cause, passed.refused(), snapshot);
    }
    int signal = model.signals().event(event.name());
    CurrentEvent cue =
        new CurrentEvent(
            event.name(), signal, passed.data(), CurrentEvent.Kind.EVENT, event.sender());
    Step step = heard(snapshot, new Heard(cause, cue, Origin.EVENT, event), now, lenient);
    boolean asked = event.sender() == null && !ReservedEvents.test(event.name());
    if (!asked && !lenient && isOwed(step.outcome())) {
      step =
          owe(
              snapshot,
              step,
              now,
              agenda -> agenda.offerAgain(new SnapshotExtras.Deferred(event, "event")));
    }
    Snapshot after =
        EventDeduplication.remember(snapshot, step.snapshot(), event.id(), step.outcome());
    return after == step.snapshot() ? step : new Step(cause, step.outcome(), after);
  }

  /** The step of an event if it is a known one, after which nothing follows by itself; or null. */
  @Nullable Step known(Snapshot snapshot, Input.Event event) {
    int row = memo.row(snapshot);
    if (row < 0) {
      return null;
    }
    String name = event.name();
    CachedStep jump =
        memo.find(row, memo.signal(name), snapshot.data(), name, event.payload(), null);
    if (jump == null
        || InputValidator.unkeepable(List.of(), event.id(), name, event.payload()) != null) {
      return null;
    }
    Cause cause = new Cause.External(event);
    Outcome.Duplicate duplicate = EventDeduplication.find(snapshot, event.id());
    if (duplicate != null) {
      return new Step(cause, duplicate, snapshot);
    }
    Snapshot moved = jump.moves() ? snapshot.moved(jump.next(), 1) : snapshot;
    Snapshot after = EventDeduplication.remember(snapshot, moved, event.id(), jump.outcome());
    return new Step(cause, jump.outcome(), after);
  }

  /** Where an event that can be deferred comes from. */
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
   * An event that passed the door.
   *
   * @param event as it is kept if it is deferred
   */
  record Heard(Cause cause, CurrentEvent cue, Origin origin, Input.Event event) {}

  /** What an event leads to that is not internal. */
  Step heard(Snapshot snapshot, Heard heard, long now, boolean lenient) {
    if (isUnobserved(snapshot, heard)) {
      return new Step(heard.cause(), snapshot.states().unheard(model), snapshot);
    }
    StepTransaction draft = new StepTransaction(machine, snapshot, now, lenient);
    try {
      Outcome outcome = hear(draft, heard);
      if (outcome instanceof Outcome.Deferred || outcome instanceof Outcome.Rejected) {
        return refusedOrKept(snapshot, heard, outcome);
      }
      Snapshot after = draft.commit();
      TransitionSelection selection = draft.selection();
      if (heard.origin() == Origin.EVENT && !lenient && selection != null) {
        memo.learn(heard.cue(), selection, outcome, snapshot, after);
      }
      return new Step(heard.cause(), outcome, after);
    } catch (StepAborted abort) {
      return new Step(heard.cause(), abort.outcome(), snapshot);
    }
  }

  /** Nothing listens, nothing would follow: the instance need not even be looked at. */
  private boolean isUnobserved(Snapshot snapshot, Heard heard) {
    if (model.definition().onUnhandled() != Unhandled.IGNORE
        || snapshot.states().hasEventless()
        || !snapshot.invocations().isEmpty()
        || (heard.origin() == Origin.EVENT && restarts(heard.cue().name()))) {
      return false;
    }
    for (int state : snapshot.states().atomic()) {
      if (!model.hear(heard.cue().signal(), state).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private boolean restarts(String event) {
    for (NamedTimer timer : model.timers()) {
      if (timer.restartOn().match(event)) {
        return true;
      }
    }
    return false;
  }

  /** What an event leads to, in a draft; what is deferred or rejected has changed nothing. */
  Outcome hear(StepTransaction draft, Heard heard) {
    draft.cue(heard.cue());
    if (heard.origin() == Origin.EVENT) {
      InvocationEffects.hear(draft);
    }
    MacrostepAlgorithm macrostep = new MacrostepAlgorithm(draft);
    TransitionSelection selection = TransitionSelection.of(draft, heard.cue().signal(), true);
    draft.selection(selection);
    boolean unheard = selection.enabled().isEmpty() && !selection.isBlocked();
    if (selection.isDeferred() || (unheard && onUnhandled() == Unhandled.DEFER)) {
      return new Outcome.Deferred(
          draft.base().configuration(), DeferralStates.states(model, heard.cue().signal()));
    }
    if (unheard && onUnhandled() == Unhandled.REJECT) {
      return unhandled(draft, heard);
    }
    boolean taken = macrostep.take(selection);
    if (heard.origin() == Origin.EVENT && (taken || unheard || macrostep.ignored() != null)) {
      restart(draft, heard.cue().name());
    }
    macrostep.run();
    return outcome(draft, macrostep, selection);
  }

  private Unhandled onUnhandled() {
    return model.definition().onUnhandled();
  }

  private static Outcome unhandled(StepTransaction draft, Heard heard) {
    List<String> where = draft.base().configuration();
    return new Outcome.Rejected(
        where,
        "unhandled",
        "nothing listens to '" + heard.cue().name() + "' in " + String.join(", ", where));
  }

  static Outcome outcome(
      StepTransaction draft, MacrostepAlgorithm macrostep, TransitionSelection selection) {
    List<String> configuration = draft.configuration().atomicIds();
    Trace trace = draft.log().trace();
    if (macrostep.ran()) {
      return new Outcome.Taken(draft.base().configuration(), configuration, trace);
    }
    if (selection.isBlocked()) {
      return new Outcome.Blocked(configuration, selection.tried(), trace);
    }
    List<String> heard = draft.configuration().heard(draft.model());
    return new Outcome.Ignored(configuration, heard, macrostep.ignored(), trace);
  }

  /** Named timers that an outside event restarts, those aside that this step armed itself. */
  private static void restart(StepTransaction draft, String event) {
    restart(draft, timer -> timer.restartOn().match(event));
  }

  /** Restarts the timers that name the event of a record; {@code any} means outside events. */
  static void restartByRecord(StepTransaction draft, String event) {
    restart(draft, timer -> timer.restartOn().name(event));
  }

  private static void restart(StepTransaction draft, Predicate<NamedTimer> which) {
    for (NamedTimer timer : draft.model().timers()) {
      if (which.test(timer)
          && timer.lives(draft.active())
          && timer.lives(draft.base().states().active())
          && !draft.agenda().isNew(timer)) {
        draft.attempt("timer " + timer.name(), () -> draft.agenda().arm(timer, null));
      }
    }
  }

  /** What becomes of an event that was not handled. */
  Step refusedOrKept(Snapshot snapshot, Heard heard, Outcome outcome) {
    if (!(outcome instanceof Outcome.Deferred)) {
      return new Step(heard.cause(), outcome, snapshot);
    }
    List<SnapshotExtras.Deferred> deferred = new ArrayList<>(snapshot.rest().deferred());
    if (deferred.size() >= InterpreterContext.MOST_DEFERRED) {
      return new Step(
          heard.cause(),
          new Outcome.Rejected(
              snapshot.configuration(),
              "defer-full",
              InterpreterContext.MOST_DEFERRED
                  + " events wait already, '"
                  + heard.cue().name()
                  + "' cannot"),
          snapshot);
    }
    deferred.add(new SnapshotExtras.Deferred(heard.event(), heard.origin().word()));
    SnapshotExtras rest = snapshot.rest().withDeferred(List.copyOf(deferred));
    return new Step(heard.cause(), outcome, snapshot.next(rest));
  }

  /** A deferred event is taken up again; null if it still waits. */
  @Nullable Step recall(Snapshot snapshot, int position, long now) {
    SnapshotExtras.Deferred kept = snapshot.rest().deferred().get(position);
    List<SnapshotExtras.Deferred> others = new ArrayList<>(snapshot.rest().deferred());
    others.remove(position);
    Snapshot without = snapshot.with(snapshot.rest().withDeferred(List.copyOf(others)));
    Step step = offer(without, kept, now);
    if (step.outcome() instanceof Outcome.Deferred) {
      return null;
    }
    return isOwed(step.outcome())
        ? owe(snapshot, step, now, agenda -> agenda.offerAgain(kept))
        : step;
  }

  /** An event that waited is heard. */
  Step offer(Snapshot without, SnapshotExtras.Deferred kept, long now) {
    Input.Event event = kept.event();
    int signal = model.signals().event(event.name());
    Origin origin = Origin.of(kept.origin());
    CurrentEvent.Kind kind =
        origin == Origin.EVENT ? CurrentEvent.Kind.EVENT : CurrentEvent.Kind.TIMER;
    CurrentEvent cue =
        new CurrentEvent(event.name(), signal, event.payload(), kind, event.sender());
    Cause cause = new Cause.Undeferred(event);
    Step step = heard(without, new Heard(cause, cue, origin, event), now, false);
    Snapshot after = step.snapshot() == without ? without.next(without.rest()) : step.snapshot();
    return new Step(
        cause,
        step.outcome(),
        EventDeduplication.remember(without, after, event.id(), step.outcome()));
  }

  /**
   * Whether something that only the instance itself could try again must not end with this: a rule
   * may say otherwise later, and there may be room later.
   */
  static boolean isOwed(Outcome outcome) {
    return outcome instanceof Outcome.Denied
        || (outcome instanceof Outcome.Rejected && "defer-full".equals(outcome.code()));
  }

  /** The same step, after which something is offered again. */
  Step owe(Snapshot before, Step step, long now, Consumer<TimerSchedule> owed) {
    StepTransaction draft = new StepTransaction(machine, step.snapshot(), now, false);
    owed.accept(draft.agenda());
    Snapshot after = draft.commit();
    boolean twice = after.sequence() > before.sequence() + 1;
    return new Step(step.cause(), step.outcome(), twice ? after.back() : after);
  }

  /** A request for a state. */
  Step move(Snapshot snapshot, Input.Move move, long now, boolean lenient) {
    Cause cause = new Cause.External(move);
    Outcome.Duplicate duplicate = EventDeduplication.find(snapshot, move.id());
    if (duplicate != null) {
      return new Step(cause, duplicate, snapshot);
    }
    Outcome refused = InputValidator.finished(snapshot);
    if (refused == null) {
      Map<String, ?> reason = move.reason() == null ? Map.of() : Map.of("reason", move.reason());
      List<String> where = snapshot.configuration();
      refused = InputValidator.unkeepable(where, move.id(), "move", move.payload());
      refused = refused != null ? refused : InputValidator.unkeepable(where, null, "move", reason);
    }
    int target = model.index().resolve(move.to());
    if (refused == null && target < 0) {
      refused = unknown(snapshot, move);
    }
    if (refused != null) {
      return new Step(cause, refused, snapshot);
    }
    StepTransaction draft = new StepTransaction(machine, snapshot, now, lenient);
    Step step;
    try {
      step = new Step(cause, move(draft, move, target), draft.commit());
    } catch (StepAborted abort) {
      step = new Step(cause, abort.outcome(), snapshot);
    }
    Snapshot after =
        EventDeduplication.remember(snapshot, step.snapshot(), move.id(), step.outcome());
    return new Step(cause, step.outcome(), after);
  }

  private Outcome move(StepTransaction draft, Input.Move move, int target) {
    int signal = model.signals().move(target);
    draft.cue(new CurrentEvent("", signal, move.payload(), CurrentEvent.Kind.MOVE));
    MacrostepAlgorithm macrostep = new MacrostepAlgorithm(draft);
    macrostep.reason(move.reason());
    TransitionSelection selection = TransitionSelection.of(draft, signal, false);
    if (selection.enabled().isEmpty() && !selection.isBlocked()) {
      macrostep.take(List.of(DirectMoves.unlisted(draft, target)));
    } else {
      macrostep.take(selection);
    }
    macrostep.reason(null);
    macrostep.run();
    return outcome(draft, macrostep, selection);
  }

  private Outcome unknown(Snapshot snapshot, Input.Move move) {
    String nearest = Suggest.nearest(move.to(), model.index().ids());
    String hint = nearest == null ? "" : "; did you mean '" + nearest + "'?";
    return new Outcome.Rejected(
        snapshot.configuration(),
        "unknown-state",
        "no state is called '" + move.to() + "'" + hint,
        null,
        nearest,
        move.to(),
        Trace.NONE);
  }
}
