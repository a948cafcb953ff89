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
 * Processing of one message to an instance. The result is its steps, or none: the message was
 * handled before, answers an effect that is no longer pending, or is impossible. Writes nothing.
 */
final class MessageProcessor {
  private final InstanceCell cell;
  private final EngineServices services;

  MessageProcessor(InstanceCell cell, EngineServices services) {
    this.cell = cell;
    this.services = services;
  }

  /** Returns the steps to write; null if there are none and the sender has its outcome. */
  @Nullable StepResult process(ActorMessage message, ClaimedInstance claimed, Instant now) {
    if (message instanceof ActorMessage.Begin begin) {
      return begin(begin, claimed, now);
    }
    if (message instanceof ActorMessage.Restore restore) {
      return rejectIfAlive(restore, claimed.instance()) ? null : StepRunner.restore(restore, now);
    }
    LoadedInstance life = claimed.instance();
    if (life == null) {
      message.complete(
          new Outcome.Rejected(
              List.of(), "no-instance", "there is no instance '" + cell.id() + "'"));
      cell.removeIfIdle();
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
        cell.sleepUntilDue(life);
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
   * Tests in the store for another holder, because without a write no commit detects one: a message
   * that seems late here may be awaited by the other worker.
   */
  private boolean isClaimedElsewhere() {
    ClaimedInstance mine = cell.claimed();
    Stored now = services.load(cell.id());
    return mine == null
        || now == null
        || now.epoch() != mine.epoch()
        || now.revision() != mine.revision();
  }

  /** Claims the instance again before the message is processed. */
  private @Nullable StepResult reclaimAndRetry(ActorMessage message) {
    cell.invalidate();
    cell.enqueueFirst(message.asRetry());
    return null;
  }

  /**
   * Processes an input, send or redelivery. The instance remembers recently handled events, the
   * store all of them: after a lost commit the event may be one of those.
   */
  private @Nullable StepResult processInput(
      ActorMessage message, Input input, boolean again, LoadedInstance life, Instant now) {
    String event = input.id();
    Handled before = again && event != null ? services.store().handled(cell.id(), event) : null;
    if (before != null) {
      message.complete(duplicate(life, before.outcome()));
      return null;
    }
    return processEvent(message, life, input, null, now);
  }

  static Outcome duplicate(LoadedInstance life, String outcome) {
    return new Outcome.Duplicate(
        life.snapshot().configuration(), outcome, life.snapshot().sequence());
  }

  /**
   * Processes an input that may answer an effect; an answer that is no longer awaited changes
   * nothing.
   */
  private @Nullable StepResult processEvent(
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
    Pending asked = cell.pendingEffect(key);
    if ((asked == null || !isAnswerAwaited(asked.effect(), event, life))
        && isFinalAnswer(event, life)) {
      return StepRunner.input(life, input, now, posted, Set.of(), List.of());
    }
    if (asked == null || !isAnswerAwaited(asked.effect(), event, life)) {
      if (posted == null && isClaimedElsewhere()) {
        return reclaimAndRetry(message);
      }
      services.listeners().forEach(listener -> listener.onLateAnswer(cell.id(), key, event.name()));
      return duplicateAnswer(message, life, posted, now);
    }
    // A child that failed its parent by a timeout is not needed any more.
    List<Effect> additional =
        asked.effect() instanceof Effect.Invoke invoke
                && invoke.chart() != null
                && event.name().startsWith("error.")
            ? List.of(new Effect.CancelInvoke(invoke.id(), invoke.run()))
            : List.of();
    return StepRunner.input(life, input, now, posted, Set.of(key), additional);
  }

  /** Tests whether the effect expects this kind of answer and its state is active. */
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
   * Tests for the answer of a child that ended by itself before its cancellation. Charts with SCXML
   * error handling receive such an answer too, as in SCXML.
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

  private @Nullable StepResult begin(
      ActorMessage.Begin begin, ClaimedInstance claimed, Instant now) {
    LoadedInstance life = claimed.instance();
    if (life != null && begin.parent() != null && begin.parent().equals(life.parent())) {
      begin.complete(new Outcome.Started(life.snapshot().configuration(), Trace.NONE));
      return null;
    }
    if (rejectIfAlive(begin, life)) {
      return null;
    }
    if (life == null && claimed.revision() > 0 && !isParentWaiting(begin.parent())) {
      begin.complete(new Outcome.Started(List.of(), Trace.NONE));
      cell.removeIfIdle();
      return null;
    }
    StepResult result = StepRunner.begin(cell.id(), begin, life, now);
    if (result.outcome() instanceof Outcome.Started) {
      return result;
    }
    begin.complete(result.outcome());
    cell.removeIfIdle();
    return null;
  }

  /**
   * Tests whether a parent still waits for its child. If it does not, an earlier child of this id
   * ended, answered and was pruned.
   */
  private boolean isParentWaiting(@Nullable Parent parent) {
    if (parent == null) {
      return true; // the host starts it
    }
    Stored now = services.load(parent.instance());
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
            "instance '" + cell.id() + "' is alive; end or forget it first"));
    return true;
  }
}
