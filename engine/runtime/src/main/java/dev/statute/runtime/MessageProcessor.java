package dev.statute.runtime;

import dev.statute.chart.ChartDefinition;
import dev.statute.runtime.ClaimedInstance.LoadedInstance;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a message to an instance comes to: the steps that it asks for, or nothing, where it was
 * dealt with before, answers what nobody waits for, or cannot be. Writes nothing.
 */
final class MessageProcessor {
  private final InstanceActor cell;
  private final EngineContext core;

  MessageProcessor(InstanceActor cell, EngineContext core) {
    this.cell = cell;
    this.core = core;
  }

  /** Null if there is nothing to write; whoever brought the message has been told then. */
  @Nullable StepResult made(ActorMessage message, ClaimedInstance hold, Instant now) {
    if (message instanceof ActorMessage.Begin begin) {
      return begin(begin, hold, now);
    }
    if (message instanceof ActorMessage.Restore restore) {
      return isTaken(restore, hold.life()) ? null : StepRunner.restore(restore, now);
    }
    LoadedInstance life = hold.life();
    if (life == null) {
      message.tell(
          new Outcome.Rejected(
              List.of(), "no-instance", "there is no instance '" + cell.id() + "'"));
      cell.leave();
      return null;
    }
    if (message instanceof ActorMessage.Submitted given) {
      return brought(given, given.input(), given.again(), life, now);
    }
    if (message instanceof ActorMessage.Sent sent) {
      return brought(sent, sent.event(), sent.again(), life, now);
    }
    if (message instanceof ActorMessage.Answer answer) {
      return event(answer, life, answer.event(), null, now);
    }
    if (message instanceof ActorMessage.Posted posted) {
      String event = posted.entry().event();
      return RemoteInstances.isCancel(posted.entry(), life)
          ? cancel(posted, event, life, event, now)
          : event(posted, life, posted.entry().input(), event, now);
    }
    if (message instanceof ActorMessage.Cancel cancel) {
      return cancel(cancel, cancel.key(), life, null, now);
    }
    if (message instanceof ActorMessage.Wake) {
      StepResult due = StepRunner.due(life, now);
      if (due == null) {
        cell.sleepUntilDue(life);
      }
      return due;
    }
    throw new IllegalArgumentException("no handling of " + message);
  }

  private @Nullable StepResult cancel(
      ActorMessage message, String key, LoadedInstance life, @Nullable String posted, Instant now) {
    if (ChildInstances.isMeant(key, life)) {
      return StepRunner.cancel(life, now, posted);
    }
    return posted == null && isOvertaken() ? again(message) : late(message, life, posted, now);
  }

  /**
   * Whether somebody else has it, of which no commit tells where nothing is to be written: what
   * seems to come late to whoever had it before may be what the other one waits for.
   */
  private boolean isOvertaken() {
    ClaimedInstance mine = cell.hold();
    Stored now = core.store().load(cell.id(), core.charts()::chart);
    return mine == null || now == null || now.epoch() != mine.epoch();
  }

  /** The instance is claimed anew before the message is looked at. */
  private @Nullable StepResult again(ActorMessage message) {
    cell.drop();
    cell.first(message.retried());
    return null;
  }

  /**
   * What somebody brings, sends or sends again. An instance remembers the events it handled last,
   * the store all of them: where a commit was lost, it may be that the event is one of those.
   */
  private @Nullable StepResult brought(
      ActorMessage message, Input input, boolean again, LoadedInstance life, Instant now) {
    String event = input.id();
    Handled before = again && event != null ? core.store().handled(cell.id(), event) : null;
    if (before != null) {
      message.tell(duplicate(life, before.outcome()));
      return null;
    }
    return event(message, life, input, null, now);
  }

  private static Outcome duplicate(LoadedInstance life, String outcome) {
    return new Outcome.Duplicate(
        life.snapshot().configuration(), outcome, life.snapshot().sequence());
  }

  /** An input, which may answer an effect; an answer that nobody waits for changes nothing. */
  private @Nullable StepResult event(
      ActorMessage message,
      LoadedInstance life,
      Input input,
      @Nullable String posted,
      Instant now) {
    String key = input.id();
    if (key == null
        || !key.startsWith(cell.id() + "/")
        || !(input instanceof Input.Event event)
        || !ReplyAddress.isAnswer(event)) {
      return StepRunner.input(life, input, now, posted, Set.of(), List.of());
    }
    Pending asked = cell.owed(key);
    if ((asked == null || !isAwaited(asked.effect(), event, life)) && isLastWord(event, life)) {
      return StepRunner.input(life, input, now, posted, Set.of(), List.of());
    }
    if (asked == null || !isAwaited(asked.effect(), event, life)) {
      if (posted == null && isOvertaken()) {
        return again(message);
      }
      core.tell(listener -> listener.onLateAnswer(cell.id(), key, event.name()));
      return late(message, life, posted, now);
    }
    // A child that failed its parent, by being late, is not needed any more.
    List<Effect> also =
        asked.effect() instanceof Effect.Invoke invoke
                && invoke.chart() != null
                && event.name().startsWith("error.")
            ? List.of(new Effect.CancelInvoke(invoke.id(), invoke.run()))
            : List.of();
    return StepRunner.input(life, input, now, posted, Set.of(key), also);
  }

  /** Whether an effect is asked that kind of answer, and its state was not left. */
  private static boolean isAwaited(Effect effect, Input.Event event, LoadedInstance life) {
    if (effect instanceof Effect.Call call) {
      return event.name().endsWith(".call." + call.handler());
    }
    if (!(effect instanceof Effect.Invoke invoke)) {
      return false;
    }
    Long run = life.snapshot().invocations().get(invoke.id());
    return event.name().endsWith(".invoke." + invoke.id()) && run != null && run == invoke.run();
  }

  /**
   * Whether a child ended by itself, before it heard that its state was left. Charts that take
   * errors in SCXML's way hear that too, as in SCXML.
   */
  static boolean isLastWord(Input.Event event, LoadedInstance life) {
    Input.Sender sender = event.sender();
    return life.by().chart().definition().onError() == ChartDefinition.OnError.DROP
        && event.name().startsWith("done.invoke.")
        && sender != null
        && sender.origin() != null;
  }

  private @Nullable StepResult late(
      ActorMessage message, LoadedInstance life, @Nullable String posted, Instant now) {
    Outcome outcome = duplicate(life, "taken");
    if (posted == null) {
      message.tell(outcome);
      return null;
    }
    return StepRunner.nothing(life, outcome, new Handled(posted, outcome.kind(), null, null), now);
  }

  private @Nullable StepResult begin(ActorMessage.Begin begin, ClaimedInstance hold, Instant now) {
    LoadedInstance life = hold.life();
    if (life != null && begin.parent() != null && begin.parent().equals(life.parent())) {
      begin.tell(new Outcome.Started(life.snapshot().configuration(), Trace.NONE));
      return null;
    }
    if (isTaken(begin, life)) {
      return null;
    }
    if (life == null && hold.revision() > 0 && !isOwed(begin.parent())) {
      begin.tell(new Outcome.Started(List.of(), Trace.NONE));
      cell.leave();
      return null;
    }
    StepResult made = StepRunner.begin(cell.id(), begin, life, now);
    if (made.outcome() instanceof Outcome.Started) {
      return made;
    }
    begin.tell(made.outcome());
    cell.leave();
    return null;
  }

  /**
   * Whether a parent still waits for its child. If it does not, the child that was here has ended
   * and answered since it was to be begun, and retention took it.
   */
  private boolean isOwed(@Nullable Parent parent) {
    if (parent == null) {
      return true; // the host begins it
    }
    Stored now = core.store().load(parent.instance(), core.charts()::chart);
    return now != null && now.pending().stream().anyMatch(e -> e.key().equals(parent.key()));
  }

  private boolean isTaken(ActorMessage message, @Nullable LoadedInstance life) {
    if (life == null || life.snapshot().isDone()) {
      return false;
    }
    message.tell(
        new Outcome.Rejected(
            life.snapshot().configuration(),
            "exists",
            "instance '" + cell.id() + "' is alive; end or forget it first"));
    return true;
  }
}
