package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.effect.InstanceOutbox;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.mailbox.InstanceMailbox;
import dev.statute.runtime.internal.mailbox.MessageQueue;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.step.Outcome;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Entry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Actor of one instance. Handles messages one by one; claims the instance first; passes messages
 * for instances of other workers to {@link RemoteInstances}, and all others to {@link
 * StepCommitter}.
 *
 * <p>The store is authoritative: memory holds the last committed state ({@link ClaimedInstance}),
 * which is dropped when a commit is lost or fails. The next claim then brings the events that wait
 * in the inbox; these come first, in their order, and then the message that was under way. Fields
 * are confined to the handling of messages; those that other threads read are volatile or
 * concurrent.
 */
public final class InstanceActor implements InstanceMailbox.Handler<ActorMessage> {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceActor.class);

  private final String id;
  private final EngineContext context;
  private final InstanceMailbox<ActorMessage> mailbox;
  private final InstanceOutbox outbox;
  private final StepCommitter committer;
  private final AtomicBoolean wakePending = new AtomicBoolean();
  private final AtomicBoolean inboxChanged = new AtomicBoolean();
  private final TimerQueue.Sleeper timer = new TimerQueue.Sleeper(this::wake);
  private final TimerQueue.Sleeper retry = new TimerQueue.Sleeper(this::ring);
  private final MessageQueue queue = new MessageQueue();
  private final ActorState state = new ActorState();
  private volatile boolean paused;
  private volatile @Nullable JoinedInstance reservation;
  private volatile long lastActive;

  InstanceActor(String id, EngineContext context) {
    this.id = id;
    this.context = context;
    mailbox = new InstanceMailbox<>(context.executor(), context.mailboxCapacity(), this);
    outbox =
        new InstanceOutbox(
            context.intervals(),
            context.clock().steady(),
            context.retryDelay(),
            (pending, delivery) -> context.effects().onDelivered(this, pending, delivery));
    committer = new StepCommitter(this, context);
    lastActive = context.clock().now().toEpochMilli();
  }

  String id() {
    return id;
  }

  InstanceMailbox<ActorMessage> mailbox() {
    return mailbox;
  }

  InstanceOutbox outbox() {
    return outbox;
  }

  ActorState state() {
    return state;
  }

  MessageQueue queue() {
    return queue;
  }

  /** Returns the time of its last activity, in milliseconds. */
  long lastActive() {
    return lastActive;
  }

  /** Schedules a check for due work; repeated calls enqueue one message. */
  void wake() {
    if (wakePending.compareAndSet(false, true)) {
      context.enqueue(id, new ActorMessage.Wake());
    }
  }

  /** Schedules a look into its inbox. */
  public void ring() {
    inboxChanged.set(true);
    wake();
  }

  /** Marks an effect as one that needs no answer and no repetition. */
  void settleEffect(String key) {
    state.settle(key);
    try {
      context.store().settle(id, Set.of(key));
    } catch (Throwable e) {
      LOG.warn("cannot write that {} of {} is done; it may be done again", key, id, e);
    }
  }

  @Override
  public @Nullable CompletionStage<?> handle(ActorMessage message) {
    if (message instanceof ActorMessage.Wake) {
      wakePending.set(false);
    }
    if (context.isStopped()) {
      rejectQueue();
      reject(message);
      return null;
    }
    lastActive = context.clock().now().toEpochMilli();
    if (paused) {
      paused = false;
    }
    state.dropUnclaimed();
    queue.addLast(message);
    boolean outer = context.enterStep(id);
    try {
      return processQueue();
    } finally {
      context.leaveStep(outer);
    }
  }

  @Override
  public void reject(ActorMessage message) {
    if (context.isStopped()) {
      message.complete(
          new Outcome.Rejected(state.configuration(), "stopped", "the engine is closed"));
      return;
    }
    message.complete(
        new Outcome.Rejected(
            state.configuration(), "no-thread", "no thread takes work at present; try again"));
    if (message instanceof ActorMessage.Answer) {
      queue.addFirst(message); // nobody sends it again
    }
    wakePending.set(false);
    inboxChanged.set(true); // an event of the inbox is read again
    ringLater();
  }

  /** Tests for a step under way, and for messages that wait for one or for the store. */
  boolean isWaiting() {
    return paused || mailbox.isBusy();
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
    while (!paused) {
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
    if (context.isStopped()) {
      rejectQueue();
    }
    boolean outer = context.enterStep(id);
    try {
      CompletableFuture<@Nullable Void> rest = processQueue();
      return rest == null ? CompletableFuture.completedFuture(null) : rest;
    } finally {
      context.leaveStep(outer);
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
    ClaimedInstance now = state.claimed();
    if (now == null) {
      return new InstanceLoader(this, context).claim(message);
    }
    if (message instanceof ActorMessage.Wake
        && inboxChanged.getAndSet(false)
        && now.instance() != null) {
      queue.addFirst(message);
      readInbox();
      return null;
    }
    ClaimedInstance current = state.withCurrentRules(now, context.charts());
    return message instanceof JoinedInstance joined
        ? joined.reserve(this, committer, current)
        : committer.handle(message, current);
  }

  /** Clears the mark of new inbox events before their loading. */
  void onInboxLoading() {
    inboxChanged.set(false);
  }

  private void readInbox() {
    try {
      enqueueInbox(context.store().readInbox(id, InstanceStore.BATCH));
    } catch (Throwable e) {
      LOG.warn("cannot read the inbox of {}; trying again later", id, e);
      retryLater();
    }
  }

  /** Enqueues the events of the inbox before all other messages. */
  void enqueueInbox(List<Entry> inbox) {
    if (inbox.size() == InstanceStore.BATCH) {
      inboxChanged.set(true);
      queue.addFirst(new ActorMessage.Wake());
    }
    queue.addInbox(inbox);
  }

  /** Drops the remembered state because it may be stale: the next message claims the instance. */
  void invalidate() {
    state.drop();
  }

  /** Sets the reservation for a transaction of the host, null = none: the actor stays in memory. */
  void setReservation(@Nullable JoinedInstance now) {
    reservation = now;
  }

  /** Tests for a reservation by a transaction under way on the calling thread. */
  boolean isReservedHere() {
    JoinedInstance now = reservation;
    return now != null && now.isOpenHere();
  }

  /** Enqueues a message before all others. */
  void enqueueFirst(ActorMessage message) {
    queue.addFirst(message);
  }

  /** Continues after a pause, because the store did not answer. */
  void retryLater() {
    paused = true;
    ringLater();
  }

  /** Schedules a look into its inbox, and a claim if it is not held, after a pause. */
  void ringLater() {
    context.after(context.retryDelay(), retry);
  }

  /** Updates the state after a commit. */
  void onCommitted(ClaimedInstance after, LoadedInstance life, PostCommitActions actions) {
    if (state.update(after, actions)) {
      ring(); // events accepted before the instance existed
    }
    sleepUntilDue(life);
  }

  void sleepUntilDue(LoadedInstance life) {
    context.timers().schedule(timer, life.snapshot().due());
  }

  private void forget(ActorMessage.Forget forget) {
    boolean was;
    try {
      was = context.store().inspect(id) != null;
      context.store().remove(id);
    } catch (Throwable e) {
      LOG.error("cannot remove instance {}", id, e);
      forget.done().accept(false);
      return;
    }
    release();
    forget.done().accept(was);
    removeIfIdle();
  }

  /** Stops the effects of the instance and drops the remembered state. */
  void release() {
    state.drop();
    context.timers().schedule(timer, null);
    context.handlers().stop(id);
    outbox.clear();
    state.clear();
  }

  /** Releases the instance, if nothing is under way. */
  private void passivate() {
    if (!state.pendingEffects().isEmpty() || !queue.isEmpty()) {
      return;
    }
    try {
      // also without a known claim: one may have succeeded without an answer
      context.store().release(id, context.worker());
    } catch (Throwable e) {
      LOG.warn("cannot release instance {}", id, e);
      return;
    }
    release();
    removeIfIdle();
  }

  /** Removes the actor from memory if no message waits; the store has the complete state. */
  void removeIfIdle() {
    if (reservation == null && queue.isEmpty() && mailbox.close()) {
      release();
      context.cancel(retry);
      context.removeActor(this);
    }
  }
}
