package dev.statute.runtime;

import dev.statute.chart.ChartDefinition;
import dev.statute.runtime.Hold.Life;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with a message to an instance that is in this engine's hands: the interpreter makes
 * the steps, they are committed, and only then anybody is told and any effect carried out.
 */
final class Stepping {
  private static final Logger LOG = LoggerFactory.getLogger(Stepping.class);

  /** So often a message that met a lost commit is tried again before its sender hears of it. */
  private static final int MOST_LOST = 8;

  private final Cell cell;
  private final Core core;
  private int lost;
  private int strikes;

  Stepping(Cell cell, Core core) {
    this.cell = cell;
    this.core = core;
  }

  /** The stage at whose completion the next message may be handled; null = now. */
  @Nullable CompletableFuture<@Nullable Void> handle(Message message, Hold hold) {
    long began = System.nanoTime();
    Made made;
    try {
      made = made(message, hold, core.clock().now());
    } catch (StoreException e) {
      unsure(message, "made", e);
      return null;
    } catch (RuntimeException | StackOverflowError e) {
      broken(message, hold, e);
      return null;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    return made == null ? null : commit(message, hold, made, took);
  }

  /** Null if there is nothing to write; whoever brought the message has been told then. */
  private @Nullable Made made(Message message, Hold hold, Instant now) {
    if (message instanceof Message.Begin begin) {
      return begin(begin, hold, now);
    }
    if (message instanceof Message.Restore restore) {
      return isTaken(restore, hold.life()) ? null : Making.restore(restore, now);
    }
    Life life = hold.life();
    if (life == null) {
      message.tell(
          new Outcome.Rejected(
              List.of(), "no-instance", "there is no instance '" + cell.id() + "'"));
      cell.leave();
      return null;
    }
    if (message instanceof Message.Given given) {
      return brought(given, given.input(), given.again(), life, now);
    }
    if (message instanceof Message.Sent sent) {
      return brought(sent, sent.event(), sent.again(), life, now);
    }
    if (message instanceof Message.Answer answer) {
      return event(answer, life, answer.event(), null, now);
    }
    if (message instanceof Message.Posted posted) {
      String event = posted.entry().event();
      return Elsewhere.isCancel(posted.entry(), life)
          ? cancel(posted, event, life, event, now)
          : event(posted, life, posted.entry().input(), event, now);
    }
    if (message instanceof Message.Cancel cancel) {
      return cancel(cancel, cancel.key(), life, null, now);
    }
    if (message instanceof Message.Wake) {
      Made due = Making.due(life, now);
      if (due == null) {
        cell.sleepUntilDue(life);
      }
      return due;
    }
    throw new IllegalArgumentException("no handling of " + message);
  }

  private @Nullable Made cancel(
      Message message, String key, Life life, @Nullable String posted, Instant now) {
    return Children.isMeant(key, life)
        ? Making.cancel(life, now, posted)
        : late(message, life, posted, now);
  }

  /**
   * What somebody brings, sends or sends again. An instance remembers the events it handled last,
   * the store all of them: where a commit was lost, it may be that the event is one of those.
   */
  private @Nullable Made brought(
      Message message, Input input, boolean again, Life life, Instant now) {
    String event = input.id();
    Handled before = again && event != null ? core.store().handled(cell.id(), event) : null;
    if (before != null) {
      message.tell(duplicate(life, before.outcome()));
      return null;
    }
    return event(message, life, input, null, now);
  }

  private static Outcome duplicate(Life life, String outcome) {
    return new Outcome.Duplicate(
        life.snapshot().configuration(), outcome, life.snapshot().sequence());
  }

  /** An input, which may answer an effect; an answer that nobody waits for changes nothing. */
  private @Nullable Made event(
      Message message, Life life, Input input, @Nullable String posted, Instant now) {
    String key = input.id();
    if (key == null
        || !key.startsWith(cell.id() + "/")
        || !(input instanceof Input.Event event)
        || !Asker.isAnswer(event)) {
      return Making.input(life, input, now, posted, Set.of(), List.of());
    }
    Pending asked = cell.owed(key);
    if ((asked == null || !isAwaited(asked.effect(), event, life)) && isLastWord(event, life)) {
      return Making.input(life, input, now, posted, Set.of(), List.of());
    }
    if (asked == null || !isAwaited(asked.effect(), event, life)) {
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
    return Making.input(life, input, now, posted, Set.of(key), also);
  }

  /** Whether an effect is asked that kind of answer, and its state was not left. */
  private static boolean isAwaited(Effect effect, Input.Event event, Life life) {
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
  private static boolean isLastWord(Input.Event event, Life life) {
    Input.Sender sender = event.sender();
    return life.by().chart().definition().onError() == ChartDefinition.OnError.DROP
        && event.name().startsWith("done.invoke.")
        && sender != null
        && sender.origin() != null;
  }

  private @Nullable Made late(Message message, Life life, @Nullable String posted, Instant now) {
    Outcome outcome = duplicate(life, "taken");
    if (posted == null) {
      message.tell(outcome);
      return null;
    }
    return Making.nothing(life, outcome, new Handled(posted, outcome.kind(), null, null), now);
  }

  private @Nullable Made begin(Message.Begin begin, Hold hold, Instant now) {
    Life life = hold.life();
    if (life != null && begin.parent() != null && begin.parent().equals(life.parent())) {
      begin.tell(new Outcome.Started(life.snapshot().configuration(), Trace.NONE));
      return null;
    }
    if (isTaken(begin, life)) {
      return null;
    }
    Made made = Making.begin(cell.id(), begin, now);
    if (made.outcome() instanceof Outcome.Started) {
      return made;
    }
    begin.tell(made.outcome());
    cell.leave();
    return null;
  }

  private boolean isTaken(Message message, @Nullable Life life) {
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

  private @Nullable CompletableFuture<@Nullable Void> commit(
      Message message, Hold hold, Made made, Duration took) {
    Telling telling = Telling.of(cell.id(), made, hold, cell.owed(), took);
    Life before = hold.life();
    boolean same = before != null && before.snapshot() == made.life().snapshot();
    Handled handled = made.handled();
    if (same && telling.settled().isEmpty() && handled == null) {
      telling.tell(core);
      message.tell(made.outcome());
      return null;
    }
    CompletableFuture<Committed> written;
    try {
      Commit all =
          new Commit(
              cell.id(),
              hold.epoch(),
              hold.revision(),
              made.life().snapshot(),
              telling.begins(),
              made.life().parent(),
              core.worker(),
              made.at(),
              telling.written().stream(),
              telling.written().pending(),
              telling.settled(),
              handled == null ? List.of() : List.of(handled));
      written = core.store().commit(all).toCompletableFuture();
    } catch (RuntimeException e) {
      written = CompletableFuture.failedFuture(e);
    }
    if (written.isDone()) {
      written(message, hold, made, telling, written);
      return null;
    }
    CompletableFuture<Committed> pending = written;
    return pending.<@Nullable Void>handleAsync(
        (done, error) -> {
          Inside.enter();
          try {
            written(message, hold, made, telling, pending);
          } finally {
            Inside.leave();
          }
          return null;
        },
        core.executor());
  }

  private void written(
      Message message, Hold hold, Made made, Telling telling, CompletableFuture<Committed> commit) {
    Committed result;
    try {
      result = commit.join();
    } catch (RuntimeException e) {
      unsure(message, "written", e);
      return;
    }
    if (result == Committed.LOST) {
      lost(message);
      return;
    }
    lost = 0;
    strikes = 0;
    Life before = hold.life();
    boolean ended =
        made.life().snapshot().isDone()
            && (telling.begins() || before == null || !before.snapshot().isDone());
    cell.committed(hold.after(made.life(), telling.written().lastEvent()), made.life(), telling);
    core.followed(cell.id());
    telling.tell(core);
    core.effects().settled(telling.settled());
    telling.written().now().forEach(effect -> core.effects().doNow(cell.id(), made.life(), effect));
    telling.written().pending().forEach(each -> core.effects().carryOut(cell, made.life(), each));
    if (ended) {
      core.effects().ended(cell.id(), made.life().snapshot());
    }
    message.tell(made.outcome());
    if (message instanceof Message.Posted posted && made.handled() != null) {
      core.elsewhere().handled(cell.id(), made.handled(), made.outcome());
      if (posted.read()) {
        core.ringHandled(cell.id());
      }
    }
  }

  /** The store failed: what is in it now is looked up before anything else is done. */
  private void unsure(Message message, String done, RuntimeException error) {
    LOG.error("a step of instance {} could not be {}", cell.id(), done, error);
    message.tell(
        new Outcome.Failed(
            cell.configuration(),
            "store",
            "the step could not be " + done + ": " + error.getMessage(),
            null,
            Trace.NONE));
    if (message instanceof Message.Answer) {
      cell.first(message);
    }
    cell.drop();
    cell.later();
  }

  /** Nothing was written. Whoever holds the instance now is asked; if it is us, we try again. */
  private void lost(Message message) {
    LOG.warn("instance {} was changed by somebody else; this step was not made", cell.id());
    List<String> configuration = cell.configuration();
    cell.drop();
    if (++lost > MOST_LOST) {
      lost = 0;
      message.tell(
          new Outcome.Rejected(
              configuration, "fenced", "the instance was changed by somebody else; try again"));
    } else if (message instanceof Message.Posted) {
      cell.first(new Message.Wake()); // claiming it anew brings its inbox
    } else {
      cell.first(message.retried());
    }
  }

  /** A fault of the engine or the rules: tried again, and then the instance is set aside. */
  private void broken(Message message, Hold hold, Throwable error) {
    LOG.error("the interpreter broke on instance {}; nothing changed", cell.id(), error);
    boolean mayBeLost = message instanceof Message.Given || message instanceof Message.Begin;
    if (mayBeLost || message instanceof Message.Restore) {
      message.tell(
          new Outcome.Failed(
              hold.configuration(),
              "internal",
              "the interpreter broke: " + error,
              null,
              Trace.NONE));
      return;
    }
    cell.first(message);
    if (++strikes >= core.patience()) {
      strikes = 0;
      park("the interpreter broke " + core.patience() + " times: " + error);
    }
  }

  private void park(String reason) {
    try {
      core.store().park(cell.id(), reason);
      cell.letGo();
      core.tell(listener -> listener.onParked(cell.id(), reason));
    } catch (RuntimeException e) {
      LOG.error("cannot set instance {} aside", cell.id(), e);
      cell.drop();
      cell.later();
    }
  }
}
