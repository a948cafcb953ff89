package dev.statute.runtime;

import dev.statute.runtime.ClaimedInstance.LoadedInstance;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance at work. Takes messages one by one; claims the instance before it touches it; hands
 * what somebody else holds to {@link RemoteInstances}, and what is to be done to {@link
 * StepCommitter}.
 *
 * <p>The store is the truth: what is remembered here is what was last committed ({@link
 * ClaimedInstance}), and is dropped when a commit is lost or fails. Then the instance is claimed
 * anew, which brings the events that wait in its inbox; those come first, in their order, and the
 * message that was under way after them. Fields are touched only while handling a message; what
 * others may look at is volatile or concurrent.
 */
final class InstanceActor implements InstanceMailbox.Handler<ActorMessage> {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceActor.class);

  private final String id;
  private final EngineContext core;
  private final InstanceMailbox<ActorMessage> mailbox;
  private final InstanceOutbox outbox;
  private final StepCommitter stepping;
  private final AtomicBoolean woken = new AtomicBoolean();
  private final AtomicBoolean rung = new AtomicBoolean();
  private final TimerQueue.Sleeper timer = new TimerQueue.Sleeper(same -> wake());
  private final TimerQueue.Sleeper retry = new TimerQueue.Sleeper(same -> ring());
  private final MessageQueue todo = new MessageQueue();
  private final Map<String, Pending> owed = new ConcurrentHashMap<>(0);
  private boolean paused;
  private boolean early;
  private long lastEpoch;
  private int generation;
  private @Nullable Interpreter judge;
  private volatile @Nullable ClaimedInstance hold;
  private volatile long touched;

  InstanceActor(String id, EngineContext core) {
    this.id = id;
    this.core = core;
    mailbox = new InstanceMailbox<>(core.executor(), core.capacity(), this);
    outbox =
        new InstanceOutbox(
            core.timers(),
            core.clock(),
            core.pause(),
            (pending, delivery) -> core.effects().arrived(this, pending, delivery));
    stepping = new StepCommitter(this, core);
    touched = core.clock().now().toEpochMilli();
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

  /** Null if it is not in this engine's hands. */
  @Nullable ClaimedInstance hold() {
    return hold;
  }

  /** As last committed; null if there is none, or it is not in this engine's hands. */
  @Nullable Snapshot snapshot() {
    ClaimedInstance now = hold;
    LoadedInstance life = now == null ? null : now.life();
    return life == null ? null : life.snapshot();
  }

  /** When it last had something to do, in milliseconds. */
  long touched() {
    return touched;
  }

  /** What it owes to others or waits for. */
  Collection<Pending> owed() {
    return owed.values();
  }

  @Nullable Pending owed(String key) {
    return owed.get(key);
  }

  /** Something is due. However often it is said, one message says it. */
  void wake() {
    if (woken.compareAndSet(false, true)) {
      core.put(id, new ActorMessage.Wake());
    }
  }

  /** Something may wait in its inbox. */
  void ring() {
    rung.set(true);
    wake();
  }

  /** An effect needs no answer, and need not be carried out again. */
  void settle(String key) {
    owed.remove(key);
    try {
      core.store().settle(id, Set.of(key));
    } catch (Throwable e) {
      LOG.warn("cannot write that {} of {} is done; it may be done again", key, id, e);
    }
  }

  @Override
  public @Nullable CompletionStage<?> handle(ActorMessage message) {
    if (message instanceof ActorMessage.Wake) {
      woken.set(false);
    }
    if (core.isStopped()) {
      refused(message);
      return null;
    }
    touched = core.clock().now().toEpochMilli();
    paused = false;
    if (isStale()) {
      hold = null;
    }
    todo.last(message);
    boolean outer = core.enter(id);
    try {
      return goOn();
    } finally {
      core.leave(outer);
    }
  }

  /** Nobody is held by nobody: somebody else may have begun an instance of this id meanwhile. */
  private boolean isStale() {
    ClaimedInstance now = hold;
    LoadedInstance life = now == null ? null : now.life();
    return life == null || life.snapshot().isDone();
  }

  @Override
  public void refused(ActorMessage message) {
    message.tell(new Outcome.Rejected(configuration(), "stopped", "the engine is closed"));
  }

  /** Handles what there is, one after the other; null = all of it is done. */
  @SuppressWarnings("FutureReturnValueIgnored") // the stage within the stage is unfolded
  private @Nullable CompletableFuture<@Nullable Void> goOn() {
    while (!paused) {
      ActorMessage next = todo.poll();
      if (next == null) {
        return null;
      }
      CompletableFuture<@Nullable Void> stage = kept(next);
      if (stage != null) {
        return stage.handle((done, error) -> error).thenCompose(this::then);
      }
    }
    return null;
  }

  /** Whatever goes wrong with a message, its sender is told, and the next one is handled. */
  private @Nullable CompletableFuture<@Nullable Void> kept(ActorMessage message) {
    try {
      return one(message);
    } catch (Throwable e) {
      stepping.fault(message, e);
      return null;
    }
  }

  private CompletableFuture<@Nullable Void> then(@Nullable Throwable error) {
    if (error != null) {
      LOG.error("a message to {} was lost; this is a fault of the engine", id, error);
    }
    boolean outer = core.enter(id);
    try {
      CompletableFuture<@Nullable Void> rest = goOn();
      return rest == null ? CompletableFuture.completedFuture(null) : rest;
    } finally {
      core.leave(outer);
    }
  }

  private @Nullable CompletableFuture<@Nullable Void> one(ActorMessage message) {
    if (message instanceof ActorMessage.Forget forget) {
      forget(forget);
      return null;
    }
    if (message instanceof ActorMessage.Rest) {
      rest();
      return null;
    }
    ClaimedInstance now = hold;
    if (now == null) {
      return claim(message);
    }
    if (message instanceof ActorMessage.Wake && rung.getAndSet(false) && now.life() != null) {
      todo.first(message);
      read();
      return null;
    }
    return stepping.handle(message, judged(now));
  }

  /** Rules that were changed meanwhile judge from here on; the chart stays. */
  private ClaimedInstance judged(ClaimedInstance now) {
    LoadedInstance life = now.life();
    int known = core.charts().generation();
    if (life == null || (generation == known && judge == life.by())) {
      return now;
    }
    Interpreter newest = core.charts().of(life.by().chart().hash());
    ClaimedInstance fresh = newest == null ? now : now.judgedBy(newest);
    hold = fresh;
    generation = known;
    judge = newest == null ? life.by() : newest;
    return fresh;
  }

  /** Takes the instance, if it is free; the message comes after what waits in its inbox. */
  private @Nullable CompletableFuture<@Nullable Void> claim(ActorMessage message) {
    Claim claim;
    Interpreter by = null;
    try {
      claim = core.store().claim(id, core.worker(), core.clock().now(), core.charts()::chart);
      if (claim instanceof Claim.Taken taken) {
        by = core.charts().of(taken.stored().snapshot().chart().hash());
      }
    } catch (Throwable e) {
      unreadable(message, e);
      return null;
    }
    if (claim instanceof Claim.Taken taken && by != null) {
      todo.first(message);
      adopt(taken.stored(), by);
      return null;
    }
    if (claim instanceof Claim.Absent absent) {
      todo.first(message);
      hold = ClaimedInstance.of(absent);
      owed.clear();
      early = !absent.inbox().isEmpty();
      return null;
    }
    letGo();
    lastEpoch = 0;
    return core.elsewhere().handle(this, message, claim);
  }

  private void adopt(Stored stored, Interpreter by) {
    rung.set(false);
    ClaimedInstance taken = ClaimedInstance.of(stored, by);
    if (stored.epoch() > lastEpoch + 1) {
      letGo(); // somebody else had it meanwhile: what runs here is not its any more
    }
    lastEpoch = stored.epoch();
    hold = taken;
    owed.clear();
    stored.pending().forEach(each -> owed.put(each.key(), each));
    add(stored.inbox());
    LoadedInstance life = taken.life();
    if (life == null) {
      return;
    }
    sleepUntilDue(life);
    Set<String> answered = todo.answered();
    for (Pending each : stored.pending()) {
      if (!answered.contains(each.key())) {
        core.effects().carryOut(this, life, each);
      }
    }
  }

  private void read() {
    try {
      add(core.store().waiting(id, InstanceStore.BATCH));
    } catch (Throwable e) {
      LOG.warn("cannot read the inbox of {}; trying again later", id, e);
      later();
    }
  }

  /** These come before everything else. */
  private void add(List<Entry> inbox) {
    if (inbox.size() == InstanceStore.BATCH) {
      rung.set(true);
      todo.first(new ActorMessage.Wake());
    }
    todo.inbox(inbox);
  }

  private void unreadable(ActorMessage message, Throwable error) {
    String code = error instanceof StoreException known ? known.code() : "store";
    boolean forGood = code.equals("unknown-chart") || code.equals("corrupted");
    LOG.error("cannot read instance {}", id, error);
    String text = "the instance cannot be read: " + Failures.text(error);
    message.tell(new Outcome.Rejected(List.of(), forGood ? code : "store", text));
    letGo();
    if (forGood) {
      leave();
      return;
    }
    if (message instanceof ActorMessage.Answer) {
      todo.first(message);
    }
    later();
  }

  /**
   * What is known of the instance is not certain any more: it is claimed anew before it goes on.
   */
  void drop() {
    hold = null;
  }

  /** Puts a message in front of all others. */
  void first(ActorMessage message) {
    todo.first(message);
  }

  /** Goes on after a pause, because the store did not answer. */
  void later() {
    paused = true;
    core.timers().sleep(retry, core.clock().now().plus(core.pause()));
  }

  /** After a commit. */
  void committed(ClaimedInstance after, LoadedInstance life, PostCommitActions telling) {
    hold = after;
    lastEpoch = after.epoch();
    telling.settled().forEach(owed::remove);
    if (telling.begins()) {
      owed.clear();
    }
    if (telling.begins() && early) {
      early = false;
      ring(); // what was accepted before there was an instance
    }
    telling.written().pending().forEach(each -> owed.put(each.key(), each));
    sleepUntilDue(life);
  }

  void sleepUntilDue(LoadedInstance life) {
    core.timers().sleep(timer, life.snapshot().due());
  }

  List<String> configuration() {
    ClaimedInstance now = hold;
    return now == null ? List.of() : now.configuration();
  }

  private void forget(ActorMessage.Forget forget) {
    boolean was;
    try {
      was = core.store().inspect(id) != null;
      core.store().remove(id);
    } catch (Throwable e) {
      LOG.error("cannot remove instance {}", id, e);
      forget.done().accept(false);
      return;
    }
    letGo();
    forget.done().accept(was);
    leave();
  }

  /** Stops what runs for the instance, and forgets what was known of it. */
  void letGo() {
    hold = null;
    core.timers().sleep(timer, null);
    core.effects().stop(id);
    outbox.clear();
    owed.clear();
  }

  /** Lets others have it, if nothing is under way. */
  private void rest() {
    if (!owed.isEmpty() || !todo.isEmpty()) {
      return;
    }
    try {
      // even if it is not known to be held: a claim may have happened of which nobody heard
      core.store().release(id, core.worker());
    } catch (Throwable e) {
      LOG.warn("cannot let go of instance {}", id, e);
      return;
    }
    letGo();
    leave();
  }

  /**
   * Leaves the engine's memory if nobody has anything for it: the store has all there is to know.
   */
  void leave() {
    if (todo.isEmpty() && mailbox.close()) {
      letGo();
      core.timers().sleep(retry, null);
      core.gone(this);
    }
  }
}
