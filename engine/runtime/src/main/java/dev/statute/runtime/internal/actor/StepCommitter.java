package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.commit.StepResult;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StoreException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Execution of a message to a claimed instance: the interpreter makes the steps, the store commits
 * them, and only then listeners are notified and effects executed.
 */
final class StepCommitter {
  private static final Logger LOG = LoggerFactory.getLogger(StepCommitter.class);

  /** Retries of a message after lost commits before its sender gets an outcome. */
  private static final int MAX_LOST_COMMITS = 8;

  private final InstanceCell cell;
  private final EngineServices services;
  private final MessageProcessor processor;
  private int lostCommits;
  private int repeatedConflicts;
  private @Nullable Refusal lastConflict;
  private int interpreterFailures;

  /** Position of a lost commit, and the event that it handles. */
  private record Refusal(long epoch, long revision, @Nullable String event) {}

  StepCommitter(InstanceCell cell, EngineServices services) {
    this.cell = cell;
    this.services = services;
    processor = new MessageProcessor(cell, services);
  }

  /** Handles a message; the next one may follow when the stage completes, null = at once. */
  @Nullable CompletableFuture<@Nullable Void> handle(
      ActorMessage message, ClaimedInstance claimed) {
    PostCommitActions actions;
    try {
      actions = makeSteps(message, claimed, cell.pendingEffects());
    } catch (StoreException e) {
      onStoreFailure(message, "made", e);
      return null;
    } catch (Throwable e) {
      onInterpreterFailure(message, claimed, e);
      return null;
    }
    if (actions == null) {
      lostCommits = 0; // as after a duplicate, which a lost commit reveals
      return null;
    }
    return commit(message, claimed, actions);
  }

  /**
   * Makes the steps of a message; null if there are none and the sender has its outcome.
   *
   * @param pending effects of the instance that are not settled yet
   */
  @Nullable PostCommitActions makeSteps(
      ActorMessage message, ClaimedInstance claimed, Collection<Pending> pending) {
    long began = System.nanoTime();
    StepResult result = processor.process(message, claimed, services.clock().now());
    if (result == null) {
      return null;
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - began);
    return PostCommitActions.of(cell.id(), services.worker(), result, claimed, pending, duration);
  }

  private @Nullable CompletableFuture<@Nullable Void> commit(
      ActorMessage message, ClaimedInstance claimed, PostCommitActions actions) {
    if (actions.isUnchanged(claimed)) {
      lostCommits = 0;
      actions.notifyListeners(services.listeners());
      message.complete(actions.result().outcome());
      return null;
    }
    CompletableFuture<Committed> written;
    try {
      written = services.store().commit(actions.toCommit()).toCompletableFuture();
    } catch (Throwable e) {
      written = CompletableFuture.failedFuture(e);
    }
    if (written.isDone()) {
      onWritten(message, claimed, actions, written);
      return null;
    }
    CompletableFuture<Committed> pending = written;
    return pending
        .<@Nullable Void>handleAsync(
            (done, error) -> {
              boolean outer = services.watchdog().enterStep(cell.id());
              try {
                onWritten(message, claimed, actions, pending);
              } finally {
                services.watchdog().leaveStep(outer);
              }
              return null;
            },
            services.scheduler().executor())
        .<@Nullable Void>handle(
            (done, error) -> {
              if (error != null) {
                onEngineFault(message, error);
              }
              return null;
            });
  }

  /** Handles a fault of the engine; the next message reads the state from the store first. */
  void onEngineFault(ActorMessage message, Throwable error) {
    Throwable cause = ExceptionHandling.cause(error);
    if (cause instanceof RejectedExecutionException && services.scheduler().isStopped()) {
      message.complete(
          new Outcome.Rejected(cell.configuration(), "stopped", "the engine is closed"));
      return;
    }
    LOG.error("a message to instance {} could not be handled", cell.id(), cause);
    cell.invalidate();
    cell.ringLater(); // if the step was committed, the claim executes its effects
    String text = "the event could not be handled: " + ExceptionHandling.message(cause);
    message.complete(failed(cell.configuration(), "internal", text));
  }

  static Outcome failed(List<String> configuration, String code, String message) {
    return new Outcome.Failed(configuration, code, message, null, Trace.NONE);
  }

  private void onWritten(
      ActorMessage message,
      ClaimedInstance claimed,
      PostCommitActions actions,
      CompletableFuture<Committed> commit) {
    Committed result;
    try {
      result = commit.join();
    } catch (CompletionException | CancellationException e) {
      onStoreFailure(message, "written", ExceptionHandling.cause(e));
      return;
    }
    if (result == Committed.LOST) {
      Handled handled = actions.result().handled();
      lostCommits(
          message,
          new Refusal(
              claimed.epoch(), claimed.revision(), handled == null ? null : handled.event()));
      return;
    }
    lostCommits = 0;
    lastConflict = null;
    interpreterFailures = 0;
    afterCommit(message, claimed, actions);
  }

  /** Updates the state, and carries out what follows a commit. */
  void afterCommit(ActorMessage message, ClaimedInstance claimed, PostCommitActions actions) {
    StepResult result = actions.result();
    LoadedInstance life = result.instance();
    LoadedInstance before = claimed.instance();
    boolean ended =
        life.snapshot().isDone()
            && (actions.isStart() || before == null || !before.snapshot().isDone());
    cell.onCommitted(actions.afterCommit(claimed), life, actions);
    services.subscriptions().notifySubscribers(cell.id());
    actions.notifyListeners(services.listeners());
    services.effects().onSettled(actions.commit().settled());
    for (Effect effect : actions.commit().transientEffects()) {
      runSafely(() -> services.effects().executeNow(cell.id(), life, effect));
    }
    for (Pending each : actions.commit().pending()) {
      runSafely(() -> services.effects().execute(cell, life, each));
    }
    if (ended) {
      services.listeners().forEach(listener -> listener.onFinished(cell.id(), life.snapshot()));
    }
    message.complete(result.outcome());
    if (message instanceof ActorMessage.Posted posted && result.handled() != null) {
      services.remoteInstances().onHandled(cell.id(), result.handled(), result.outcome());
      if (posted.read()) {
        services.doorbell().ringHandled(cell.id());
      }
    }
  }

  /**
   * Runs work after the commit; its failure leaves an effect pending and does not change the step.
   */
  private void runSafely(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      LOG.error("an effect of instance {} could not be executed", cell.id(), e);
    }
  }

  /** Handles a failure of the store; the next message reads the state from the store first. */
  private void onStoreFailure(ActorMessage message, String done, Throwable error) {
    LOG.error("a step of instance {} could not be {}", cell.id(), done, error);
    String text = "the step could not be " + done + ": " + ExceptionHandling.message(error);
    message.complete(failed(cell.configuration(), "store", text));
    if (message instanceof ActorMessage.Answer) {
      cell.enqueueFirst(message);
    }
    cell.invalidate();
    cell.retryLater();
  }

  /**
   * Handles a lost commit: nothing was written. Claims the instance again, and retries if this
   * worker still holds it. Parks it if the same commit is refused repeatedly without a change by
   * another worker, which would go on for ever.
   */
  private void lostCommits(ActorMessage message, Refusal now) {
    repeatedConflicts = now.equals(lastConflict) ? repeatedConflicts + 1 : 1;
    lastConflict = now;
    if (message instanceof ActorMessage.Posted
        && repeatedConflicts > services.limits().parkThreshold()) {
      lastConflict = null;
      park(
          "the store refused the same commit "
              + repeatedConflicts
              + " times though nobody else changed the instance"
              + (now.event == null ? "" : "; it deals with event '" + now.event + "'"));
      return;
    }
    LOG.info(
        "a step of instance {} was not written: its event was handled before, or another worker"
            + " changed the instance",
        cell.id());
    List<String> configuration = cell.configuration();
    cell.invalidate();
    if (++lostCommits > MAX_LOST_COMMITS) {
      lostCommits = 0;
      message.complete(
          new Outcome.Rejected(
              configuration, "fenced", "the instance was changed by somebody else; try again"));
    } else if (message instanceof ActorMessage.Posted) {
      cell.enqueueFirst(new ActorMessage.Wake()); // the next claim brings its inbox
    } else {
      cell.enqueueFirst(message.asRetry());
    }
  }

  /** Handles a fault of the interpreter or the rules: retries, then parks the instance. */
  private void onInterpreterFailure(
      ActorMessage message, ClaimedInstance claimed, Throwable error) {
    LOG.error("the interpreter failed on instance {}; nothing changed", cell.id(), error);
    boolean mayBeLost =
        message instanceof ActorMessage.Submitted || message instanceof ActorMessage.Begin;
    if (mayBeLost || message instanceof ActorMessage.Restore) {
      message.complete(
          failed(claimed.configuration(), "internal", "the interpreter broke: " + error));
      return;
    }
    cell.enqueueFirst(message);
    if (++interpreterFailures >= services.limits().parkThreshold()) {
      interpreterFailures = 0;
      int times = services.limits().parkThreshold();
      park("the interpreter broke " + (times == 1 ? "once: " : times + " times: ") + error);
    }
  }

  private void park(String reason) {
    try {
      services.store().park(cell.id(), reason);
      cell.release();
      services.listeners().forEach(listener -> listener.onParked(cell.id(), reason));
    } catch (Throwable e) {
      LOG.error("cannot park instance {}", cell.id(), e);
      cell.invalidate();
      cell.retryLater();
    }
  }
}
