package dev.statute.runtime;

import dev.statute.runtime.ClaimedInstance.LoadedInstance;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with a message to an instance that is in this engine's hands: the interpreter makes
 * the steps, they are committed, and only then anybody is told and any effect carried out.
 */
final class StepCommitter {
  private static final Logger LOG = LoggerFactory.getLogger(StepCommitter.class);

  /** So often a message that met a lost commit is tried again before its sender hears of it. */
  private static final int MOST_LOST = 8;

  private final InstanceActor cell;
  private final EngineContext core;
  private final MessageProcessor receiving;
  private int lost;
  private int refused;
  private @Nullable Refusal refusal;
  private int strikes;

  /** Where a commit did not happen, and the event that it dealt with. */
  private record Refusal(long epoch, long revision, @Nullable String event) {}

  StepCommitter(InstanceActor cell, EngineContext core) {
    this.cell = cell;
    this.core = core;
    receiving = new MessageProcessor(cell, core);
  }

  /** The stage at whose completion the next message may be handled; null = now. */
  @Nullable CompletableFuture<@Nullable Void> handle(ActorMessage message, ClaimedInstance hold) {
    long began = System.nanoTime();
    StepResult made;
    PostCommitActions telling;
    try {
      made = receiving.made(message, hold, core.clock().now());
      if (made == null) {
        return null;
      }
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      telling = PostCommitActions.of(cell.id(), made, hold, cell.owed(), took);
    } catch (StoreException e) {
      unsure(message, "made", e);
      return null;
    } catch (Throwable e) {
      broken(message, hold, e);
      return null;
    }
    return commit(message, hold, made, telling);
  }

  private @Nullable CompletableFuture<@Nullable Void> commit(
      ActorMessage message, ClaimedInstance hold, StepResult made, PostCommitActions telling) {
    LoadedInstance before = hold.life();
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
              handled == null ? List.of() : List.of(handled),
              telling.begins() && before != null ? before.snapshot() : null);
      written = core.store().commit(all).toCompletableFuture();
    } catch (Throwable e) {
      written = CompletableFuture.failedFuture(e);
    }
    if (written.isDone()) {
      written(message, hold, made, telling, written);
      return null;
    }
    CompletableFuture<Committed> pending = written;
    return pending
        .<@Nullable Void>handleAsync(
            (done, error) -> {
              boolean outer = core.enter(cell.id());
              try {
                written(message, hold, made, telling, pending);
              } finally {
                core.leave(outer);
              }
              return null;
            },
            core.executor())
        .<@Nullable Void>handle(
            (done, error) -> {
              if (error != null) {
                fault(message, error);
              }
              return null;
            });
  }

  /** A fault of the engine: what is in the store is looked up before anything else is done. */
  void fault(ActorMessage message, Throwable error) {
    Throwable cause = Failures.cause(error);
    if (cause instanceof RejectedExecutionException) {
      cell.refused(message);
      return;
    }
    LOG.error("a message to instance {} could not be handled", cell.id(), cause);
    cell.drop();
    message.tell(
        new Outcome.Failed(
            cell.configuration(),
            "internal",
            "the event could not be handled: " + Failures.text(cause),
            null,
            Trace.NONE));
  }

  private void written(
      ActorMessage message,
      ClaimedInstance hold,
      StepResult made,
      PostCommitActions telling,
      CompletableFuture<Committed> commit) {
    Committed result;
    try {
      result = commit.join();
    } catch (CompletionException | CancellationException e) {
      unsure(message, "written", Failures.cause(e));
      return;
    }
    if (result == Committed.LOST) {
      Handled handled = made.handled();
      lost(
          message,
          new Refusal(hold.epoch(), hold.revision(), handled == null ? null : handled.event()));
      return;
    }
    lost = 0;
    refusal = null;
    strikes = 0;
    LoadedInstance before = hold.life();
    boolean ended =
        made.life().snapshot().isDone()
            && (telling.begins() || before == null || !before.snapshot().isDone());
    cell.committed(hold.after(made.life(), telling.written().lastEvent()), made.life(), telling);
    core.followed(cell.id());
    telling.tell(core);
    core.effects().settled(telling.settled());
    for (Effect effect : telling.written().now()) {
      guarded(() -> core.effects().doNow(cell.id(), made.life(), effect));
    }
    for (Pending each : telling.written().pending()) {
      guarded(() -> core.effects().carryOut(cell, made.life(), each));
    }
    if (ended) {
      core.effects().ended(cell.id(), made.life().snapshot());
    }
    message.tell(made.outcome());
    if (message instanceof ActorMessage.Posted posted && made.handled() != null) {
      core.elsewhere().handled(cell.id(), made.handled(), made.outcome());
      if (posted.read()) {
        core.ringHandled(cell.id());
      }
    }
  }

  /** The step is written: what fails after it is owed, and changes nothing of the step. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      LOG.error("an effect of instance {} could not be carried out", cell.id(), e);
    }
  }

  /** The store failed: what is in it now is looked up before anything else is done. */
  private void unsure(ActorMessage message, String done, Throwable error) {
    LOG.error("a step of instance {} could not be {}", cell.id(), done, error);
    message.tell(
        new Outcome.Failed(
            cell.configuration(),
            "store",
            "the step could not be " + done + ": " + Failures.text(error),
            null,
            Trace.NONE));
    if (message instanceof ActorMessage.Answer) {
      cell.first(message);
    }
    cell.drop();
    cell.later();
  }

  /**
   * Nothing was written. Whoever holds the instance now is asked; if it is us, we try again. If
   * nobody has changed it since and what waits in its inbox is refused over and over, it would be
   * for ever.
   */
  private void lost(ActorMessage message, Refusal now) {
    refused = now.equals(refusal) ? refused + 1 : 1;
    refusal = now;
    if (message instanceof ActorMessage.Posted && refused > core.patience()) {
      refusal = null;
      park(
          "the store refused the same commit "
              + refused
              + " times though nobody else changed the instance"
              + (now.event == null ? "" : "; it deals with event '" + now.event + "'"));
      return;
    }
    LOG.warn("instance {} was changed by somebody else; this step was not made", cell.id());
    List<String> configuration = cell.configuration();
    cell.drop();
    if (++lost > MOST_LOST) {
      lost = 0;
      message.tell(
          new Outcome.Rejected(
              configuration, "fenced", "the instance was changed by somebody else; try again"));
    } else if (message instanceof ActorMessage.Posted) {
      cell.first(new ActorMessage.Wake()); // claiming it anew brings its inbox
    } else {
      cell.first(message.retried());
    }
  }

  /** A fault of the engine or the rules: tried again, and then the instance is set aside. */
  private void broken(ActorMessage message, ClaimedInstance hold, Throwable error) {
    LOG.error("the interpreter broke on instance {}; nothing changed", cell.id(), error);
    boolean mayBeLost =
        message instanceof ActorMessage.Submitted || message instanceof ActorMessage.Begin;
    if (mayBeLost || message instanceof ActorMessage.Restore) {
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
    } catch (Throwable e) {
      LOG.error("cannot set instance {} aside", cell.id(), e);
      cell.drop();
      cell.later();
    }
  }
}
