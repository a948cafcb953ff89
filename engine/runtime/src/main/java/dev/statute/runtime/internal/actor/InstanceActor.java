package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.mailbox.InstanceMailbox;
import dev.statute.runtime.internal.mailbox.MessageQueue;
import dev.statute.step.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Actor of one instance. Handles messages one by one; claims the instance first; passes messages
 * for instances of other workers to {@link RemoteInstances}, and all others to {@link
 * StepCommitter}.
 *
 * <p>The store is authoritative: memory holds the last committed state ({@link ClaimedInstance} in
 * the {@link InstanceCell}), which is dropped when a commit is lost or fails. The next claim then
 * brings the events that wait in the inbox; these come first, in their order, and then the message
 * that was under way.
 */
final class InstanceActor implements InstanceMailbox.Handler<ActorMessage> {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceActor.class);

  private final String id;
  private final EngineServices services;
  private final InstanceMailbox<ActorMessage> mailbox;
  private final InstanceCell cell;
  private final MessageQueue queue;
  private final StepCommitter committer;
  private final InstanceLoader loader;

  InstanceActor(String id, EngineServices services, InstanceDirectory directory) {
    this.id = id;
    this.services = services;
    mailbox =
        new InstanceMailbox<>(
            services.scheduler().executor(), services.limits().mailboxCapacity(), this);
    cell = new InstanceCell(id, services, directory, mailbox);
    queue = cell.queue();
    committer = new StepCommitter(cell, services);
    loader = new InstanceLoader(cell, services);
  }

  InstanceMailbox<ActorMessage> mailbox() {
    return mailbox;
  }

  InstanceCell cell() {
    return cell;
  }

  /** Returns the time of its last activity, in milliseconds. */
  long lastActive() {
    return cell.lastActive();
  }

  /** Schedules a look into its inbox. */
  void ring() {
    cell.ring();
  }

  /** Tests for a reservation by a transaction under way on the calling thread. */
  boolean isReservedHere() {
    return cell.isReservedHere();
  }

  /** Tests for a step under way, and for messages that wait for one or for the store. */
  boolean isWaiting() {
    return cell.isPaused() || mailbox.isBusy();
  }

  @Override
  public @Nullable CompletionStage<?> handle(ActorMessage message) {
    if (message instanceof ActorMessage.Wake) {
      cell.onWake();
    }
    if (services.scheduler().isStopped()) {
      rejectQueue();
      reject(message);
      return null;
    }
    cell.onActive();
    queue.addLast(message);
    boolean outer = services.watchdog().enterStep(id);
    try {
      return processQueue();
    } finally {
      services.watchdog().leaveStep(outer);
    }
  }

  @Override
  public void reject(ActorMessage message) {
    if (services.scheduler().isStopped()) {
      message.complete(
          new Outcome.Rejected(cell.configuration(), "stopped", "the engine is closed"));
      return;
    }
    message.complete(
        new Outcome.Rejected(
            cell.configuration(), "no-thread", "no thread takes work at present; try again"));
    if (message instanceof ActorMessage.Answer) {
      queue.addFirst(message); // nobody sends it again
    }
    cell.onNoThread();
  }

  /** Rejects what waits behind a step, or for the store, when the engine closes. */
  private void rejectQueue() {
    for (ActorMessage next = queue.poll(); next != null; next = queue.poll()) {
      reject(next);
    }
  }

  /** Handles the queued messages one by one; null = the queue is empty. */
  @SuppressWarnings("FutureReturnValueIgnored") // the stage within the stage is unfolded
  private @Nullable CompletableFuture<@Nullable Void> processQueue() {
    while (!cell.isPaused()) {
      ActorMessage next = queue.poll();
      if (next == null) {
        return null;
      }
      CompletableFuture<@Nullable Void> stage = processSafely(next);
      if (stage != null) {
        return stage.handle((done, error) -> error).thenCompose(this::resume);
      }
    }
    return null;
  }

  /**
   * Processes a message; on any failure its sender gets an outcome, and the next message follows.
   */
  private @Nullable CompletableFuture<@Nullable Void> processSafely(ActorMessage message) {
    try {
      return process(message);
    } catch (Throwable e) {
      committer.onEngineFault(message, e);
      return null;
    }
  }

  private CompletableFuture<@Nullable Void> resume(@Nullable Throwable error) {
    if (error != null) {
      LOG.error("a message to {} was lost; this is a fault of the engine", id, error);
    }
    if (services.scheduler().isStopped()) {
      rejectQueue();
    }
    boolean outer = services.watchdog().enterStep(id);
    try {
      CompletableFuture<@Nullable Void> following = processQueue();
      return following == null ? CompletableFuture.completedFuture(null) : following;
    } finally {
      services.watchdog().leaveStep(outer);
    }
  }

  private @Nullable CompletableFuture<@Nullable Void> process(ActorMessage message) {
    if (message instanceof ActorMessage.Forget forget) {
      forget(forget);
      return null;
    }
    if (message instanceof ActorMessage.Rest) {
      passivate();
      return null;
    }
    ClaimedInstance now = cell.claimed();
    if (now == null) {
      return loader.claim(message);
    }
    if (message instanceof ActorMessage.Wake && cell.takeInboxChanged() && now.instance() != null) {
      queue.addFirst(message);
      cell.readInbox();
      return null;
    }
    ClaimedInstance current = cell.withCurrentRules(now, services.charts());
    return message instanceof JoinedInstance joined
        ? joined.reserve(cell, committer, current)
        : committer.handle(message, current);
  }

  private void forget(ActorMessage.Forget forget) {
    boolean was;
    try {
      was = services.store().inspect(id) != null;
      services.store().remove(id);
    } catch (Throwable e) {
      LOG.error("cannot remove instance {}", id, e);
      forget.done().accept(false);
      return;
    }
    cell.release();
    forget.done().accept(was);
    cell.removeIfIdle();
  }

  /** Releases the instance, if nothing is under way. */
  private void passivate() {
    if (!cell.pendingEffects().isEmpty() || !queue.isEmpty()) {
      return;
    }
    try {
      // also without a known claim: one may have succeeded without an answer
      services.store().release(id, services.worker());
    } catch (Throwable e) {
      LOG.warn("cannot release instance {}", id, e);
      return;
    }
    cell.release();
    cell.removeIfIdle();
  }
}
