package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.effect.EffectOwner;
import dev.statute.runtime.internal.effect.InstanceOutbox;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.mailbox.InstanceMailbox;
import dev.statute.runtime.internal.mailbox.MessageQueue;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Pending;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Instance in memory: its remembered state, waiting messages, timers and outbox. Fields are
 * confined to the handling of messages by its {@link InstanceActor}; those that other threads read
 * are volatile or concurrent.
 */
final class InstanceCell implements EffectOwner {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceCell.class);

  private final String id;
  private final EngineServices services;
  private final InstanceDirectory directory;
  private final InstanceMailbox<ActorMessage> mailbox;
  private final InstanceOutbox outbox;
  private final AtomicBoolean wakePending = new AtomicBoolean();
  private final AtomicBoolean inboxChanged = new AtomicBoolean();
  private final TimerQueue.Sleeper timer = new TimerQueue.Sleeper(this::wake);
  private final TimerQueue.Sleeper retry = new TimerQueue.Sleeper(this::ring);
  private final MessageQueue queue = new MessageQueue();
  private final Map<String, Pending> pendingEffects = new ConcurrentHashMap<>(0);
  private boolean acceptedBeforeStart;
  private long lastEpoch;
  private int chartGeneration;
  private @Nullable Interpreter interpreter;
  private volatile @Nullable ClaimedInstance claimed;
  private volatile boolean paused;
  private volatile ActorMessage.@Nullable Reservation reservation;
  private volatile long lastActive;

  InstanceCell(
      String id,
      EngineServices services,
      InstanceDirectory directory,
      InstanceMailbox<ActorMessage> mailbox) {
    this.id = id;
    this.services = services;
    this.directory = directory;
    this.mailbox = mailbox;
    outbox =
        new InstanceOutbox(
            services.scheduler().intervals(),
            services.scheduler().steady(),
            services.limits().retryDelay(),
            (pending, delivery) -> services.effects().onDelivered(this, pending, delivery));
    lastActive = services.clock().now().toEpochMilli();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public InstanceOutbox outbox() {
    return outbox;
  }

  MessageQueue queue() {
    return queue;
  }

  /** Returns the time of its last activity, in milliseconds. */
  long lastActive() {
    return lastActive;
  }

  /** Marks the begin of the handling of a message. */
  void onActive() {
    lastActive = services.clock().now().toEpochMilli();
    if (paused) {
      paused = false;
    }
    Snapshot now = snapshot();
    if (now == null || now.isDone()) {
      claimed = null; // without a lease: another worker may have started it
    }
  }

  /** Schedules a check for due work; repeated calls enqueue one message. */
  void wake() {
    if (wakePending.compareAndSet(false, true)) {
      directory.enqueue(id, new ActorMessage.Wake());
    }
  }

  /** Clears the mark of a scheduled check. */
  void onWake() {
    wakePending.set(false);
  }

  /** Schedules a look into its inbox. */
  void ring() {
    inboxChanged.set(true);
    wake();
  }

  /** Schedules a look into its inbox, and a claim if it is not held, after a pause. */
  void ringLater() {
    services.scheduler().afterPause(retry);
  }

  /** Schedules another attempt because no thread takes work: none of its messages is lost. */
  void onNoThread() {
    wakePending.set(false);
    inboxChanged.set(true); // an event of the inbox is read again
    ringLater();
  }

  boolean isPaused() {
    return paused;
  }

  /** Continues after a pause, because the store did not answer. */
  void retryLater() {
    paused = true;
    ringLater();
  }

  @Override
  public void settleEffect(String key) {
    pendingEffects.remove(key);
    try {
      services.store().settle(id, Set.of(key));
    } catch (Throwable e) {
      LOG.warn("cannot write that {} of {} is done; it may be done again", key, id, e);
    }
  }

  /** Tests for new events in the inbox, and clears the mark of them. */
  boolean takeInboxChanged() {
    return inboxChanged.getAndSet(false);
  }

  /** Clears the mark of new inbox events before their loading. */
  void onInboxLoading() {
    inboxChanged.set(false);
  }

  void readInbox() {
    try {
      enqueueInbox(services.store().readInbox(id, InstanceStore.BATCH));
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

  /** Enqueues a message before all others. */
  void enqueueFirst(ActorMessage message) {
    queue.addFirst(message);
  }

  /** Drops the remembered state because it may be stale: the next message claims the instance. */
  void invalidate() {
    claimed = null;
  }

  /** Sets the reservation for a transaction of the host, null = none: the actor stays in memory. */
  void setReservation(ActorMessage.@Nullable Reservation now) {
    reservation = now;
  }

  /** Tests for a reservation by a transaction under way on the calling thread. */
  boolean isReservedHere() {
    ActorMessage.Reservation now = reservation;
    return now != null && now.isOpenHere();
  }

  /** Updates the state after a commit. */
  void onCommitted(ClaimedInstance after, LoadedInstance life, PostCommitActions actions) {
    if (update(after, actions)) {
      ring(); // events accepted before the instance existed
    }
    sleepUntilDue(life);
  }

  void sleepUntilDue(LoadedInstance life) {
    services.scheduler().timers().schedule(timer, life.snapshot().due());
  }

  /** Stops the effects of the instance and drops the remembered state. */
  void release() {
    claimed = null;
    services.scheduler().timers().schedule(timer, null);
    services.effects().stop(id);
    outbox.clear();
    claimed = null;
    pendingEffects.clear();
  }

  /** Removes the instance from memory if no message waits; the store has the complete state. */
  void removeIfIdle() {
    if (reservation == null && queue.isEmpty() && mailbox.close()) {
      release();
      services.scheduler().cancelInterval(retry);
      directory.remove(id);
    }
  }

  /** Returns the claimed instance; null if this engine does not hold it. */
  @Nullable ClaimedInstance claimed() {
    return claimed;
  }

  /** Returns the last committed snapshot; null if there is none or this engine does not hold it. */
  @Nullable Snapshot snapshot() {
    ClaimedInstance now = claimed;
    LoadedInstance life = now == null ? null : now.instance();
    return life == null ? null : life.snapshot();
  }

  List<String> configuration() {
    ClaimedInstance now = claimed;
    return now == null ? List.of() : now.configuration();
  }

  /** Returns the effects that are not settled. */
  Collection<Pending> pendingEffects() {
    return pendingEffects.values();
  }

  @Nullable Pending pendingEffect(String key) {
    return pendingEffects.get(key);
  }

  /** Tests for a change of the holder since the last claim. */
  boolean isOutdated(long epoch) {
    return epoch > lastEpoch + 1;
  }

  void resetEpoch() {
    lastEpoch = 0;
  }

  void load(ClaimedInstance taken, List<Pending> pending) {
    lastEpoch = taken.epoch();
    claimed = taken;
    pendingEffects.clear();
    pending.forEach(each -> pendingEffects.put(each.key(), each));
  }

  void load(Claim.Absent absent) {
    claimed = ClaimedInstance.of(absent);
    pendingEffects.clear();
    acceptedBeforeStart = !absent.inbox().isEmpty();
  }

  /**
   * Updates the state after a commit.
   *
   * @return true if the commit started the instance and its inbox has earlier events
   */
  private boolean update(ClaimedInstance after, PostCommitActions actions) {
    claimed = after;
    lastEpoch = after.epoch();
    actions.commit().settled().forEach(pendingEffects::remove);
    boolean hasEarlierEvents = actions.isStart() && acceptedBeforeStart;
    if (actions.isStart()) {
      pendingEffects.clear();
      acceptedBeforeStart = false;
    }
    actions.commit().pending().forEach(each -> pendingEffects.put(each.key(), each));
    return hasEarlierEvents;
  }

  /** Returns the instance with the current rules; the chart stays. */
  ClaimedInstance withCurrentRules(ClaimedInstance now, ChartRegistry charts) {
    LoadedInstance life = now.instance();
    int known = charts.generation();
    if (life == null || (chartGeneration == known && interpreter == life.interpreter())) {
      return now;
    }
    Interpreter newest = charts.find(life.interpreter().chart().hash());
    ClaimedInstance fresh = newest == null ? now : now.withInterpreter(newest);
    claimed = fresh;
    chartGeneration = known;
    interpreter = newest == null ? life.interpreter() : newest;
    return fresh;
  }
}
