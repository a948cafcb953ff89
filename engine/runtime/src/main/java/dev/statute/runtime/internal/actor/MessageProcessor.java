package dev.statute.runtime.internal.actor;

import dev.statute.chart.ChartDefinition;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.commit.StepResult;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.runtime.internal.mailbox.ActorMessage;
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
  private final InstanceActor actor;
  private final EngineContext context;

  MessageProcessor(InstanceActor cell, EngineContext core) {
    this.actor = cell;
    this.context = core;
  }

  /** Null if there is nothing to write; whoever brought the message has been told then. */
  @Nullable StepResult process(ActorMessage message, ClaimedInstance hold, Instant now) {
    if (message instanceof ActorMessage.Begin begin) {
      return begin(begin, hold, now);
    }
    if (message instanceof ActorMessage.Restore restore) {
      return rejectIfAlive(restore, hold.instance()) ? null : StepRunner.restore(restore, now);
    }
    LoadedInstance life = hold.instance();
    if (life == null) {
      message.complete(
          new Outcome.Rejected(
              List.of(), "no-instance", "there is no instance '" + actor.id() + "'"));
      actor.removeIfIdle();
      return null;
    }
    if (message instanceof ActorMessage.Submitted given) {
      return processInput(given, given.input(), given.again(), life, now);
    }
    if (message instanceof ActorMessage.Sent sent) {
      return processInput(sent, sent.event(), sent.again(), life, now);
    }
    if (message instanceof ActorMessage.Answer answer) {
      return processEvent(answer, life, answer.event(), null, now);
    }
    if (message instanceof ActorMessage.Posted posted) {
      String event = posted.entry().event();
      return RemoteInstances.isCancel(posted.entry(), life)
          ? cancel(posted, event, life, event, now)
          : processEvent(posted, life, posted.entry().input(), event, now);
    }
    if (message instanceof ActorMessage.Cancel cancel) {
      return cancel(cancel, cancel.key(), life, null, now);
    }
    if (message instanceof ActorMessage.Wake) {
      StepResult due = StepRunner.due(life, now);
      if (due == null) {
        actor.sleepUntilDue(life);
      }
      return due;
    }
    throw new IllegalArgumentException("no handling of " + message);
  }

  private @Nullable StepResult cancel(
      ActorMessage message, String key, LoadedInstance life, @Nullable String posted, Instant now) {
    if (ChildInstances.matchesInvocation(key, life)) {
      return StepRunner.cancel(life, now, posted);
    }
    return posted == null && isClaimedElsewhere()
        ? reclaimAndRetry(message)
        : duplicateAnswer(message, life, posted, now);
  }

  /**
   * Whether somebody else has it, of which no commit tells where nothing is to be written: what
   * seems to come late to whoever had it before may be what the other one waits for.
   */
  private boolean isClaimedElsewhere() {
    ClaimedInstance mine = actor.claimed();
    Stored now = context.store().load(actor.id(), context.charts()::chart);
    return mine == null || now == null || now.epoch() != mine.epoch();
  }

  /** The instance is claimed anew before the message is looked at. */
  private @Nullable StepResult reclaimAndRetry(ActorMessage message) {
    actor.invalidate();
    actor.enqueueFirst(message.asRetry());
    return null;
  }

  /**
   * What somebody brings, sends or sends again. An instance remembers the events it handled last,
   * the store all of them: where a commit was lost, it may be that the event is one of those.
   */
  private @Nullable StepResult processInput(
      ActorMessage message, Input input, boolean again, LoadedInstance life, Instant now) {
    String event = input.id();
    Handled before = again && event != null ? context.store().handled(actor.id(), event) : null;
    if (before != null) {
      message.complete(duplicate(life, before.outcome()));
      return null;
    }
    return processEvent(message, life, input, null, now);
  }

  private static Outcome duplicate(LoadedInstance life, String outcome) {
    return new Outcome.Duplicate(
        life.snapshot().configuration(), outcome, life.snapshot().sequence());
  }

  /** An input, which may answer an effect; an answer that nobody waits for changes nothing. */
  private @Nullable StepResult processEvent(
      ActorMessage message,
      LoadedInstance life,
      Input input,
      @Nullable String posted,
      Instant now) {
    String key = input.id();
    if (key == null
        || !key.startsWith(actor.id() + "/")
        || !(input instanceof Input.Event event)
        || !ReplyAddress.isAnswer(event)) {
      return StepRunner.input(life, input, now, posted, Set.of(), List.of());
    }
    Pending asked = actor.pendingEffects(key);
    if ((asked == null || !isAnswerAwaited(asked.effect(), event, life))
        && isFinalAnswer(event, life)) {
      return StepRunner.input(life, input, now, posted, Set.of(), List.of());
    }
    if (asked == null || !isAnswerAwaited(asked.effect(), event, life)) {
      if (posted == null && isClaimedElsewhere()) {
        return reclaimAndRetry(message);
      }
      context.notifyListeners(listener -> listener.onLateAnswer(actor.id(), key, event.name()));
      return duplicateAnswer(message, life, posted, now);
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
  private static boolean isAnswerAwaited(Effect effect, Input.Event event, LoadedInstance life) {
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
  static boolean isFinalAnswer(Input.Event event, LoadedInstance life) {
    Input.Sender sender = event.sender();
    return life.interpreter().chart().definition().onError() == ChartDefinition.OnError.DROP
        && event.name().startsWith("done.invoke.")
        && sender != null
        && sender.origin() != null;
  }

  private @Nullable StepResult duplicateAnswer(
      ActorMessage message, LoadedInstance life, @Nullable String posted, Instant now) {
    Outcome outcome = duplicate(life, "taken");
    if (posted == null) {
      message.complete(outcome);
      return null;
    }
    return StepRunner.handledOnly(
        life, outcome, new Handled(posted, outcome.kind(), null, null), now);
  }

  private @Nullable StepResult begin(ActorMessage.Begin begin, ClaimedInstance hold, Instant now) {
    LoadedInstance life = hold.instance();
    if (life != null && begin.parent() != null && begin.parent().equals(life.parent())) {
      begin.complete(new Outcome.Started(life.snapshot().configuration(), Trace.NONE));
      return null;
    }
    if (rejectIfAlive(begin, life)) {
      return null;
    }
    if (life == null && hold.revision() > 0 && !isParentWaiting(begin.parent())) {
      begin.complete(new Outcome.Started(List.of(), Trace.NONE));
      actor.removeIfIdle();
      return null;
    }
    StepResult made = StepRunner.begin(actor.id(), begin, life, now);
    if (made.outcome() instanceof Outcome.Started) {
      return made;
    }
    begin.complete(made.outcome());
    actor.removeIfIdle();
    return null;
  }

  /**
   * Whether a parent still waits for its child. If it does not, the child that was here has ended
   * and answered since it was to be begun, and retention took it.
   */
  private boolean isParentWaiting(@Nullable Parent parent) {
    if (parent == null) {
      return true; // the host begins it
    }
    Stored now = context.store().load(parent.instance(), context.charts()::chart);
    return now != null && now.pending().stream().anyMatch(e -> e.key().equals(parent.key()));
  }

  private boolean rejectIfAlive(ActorMessage message, @Nullable LoadedInstance life) {
    if (life == null || life.snapshot().isDone()) {
      return false;
    }
    message.complete(
        new Outcome.Rejected(
            life.snapshot().configuration(),
            "exists",
            "instance '" + actor.id() + "' is alive; end or forget it first"));
    return true;
  }
}
