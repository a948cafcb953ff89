package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.store.InstanceStore;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this worker's lease, and looks at the store from time to time: for instances whose timer is
 * due, whose inbox has events, or whose worker is gone. Everything else that wakes an instance only
 * makes it sooner. Both run on the clock's alarm and the engine's threads; how long one waits
 * before it looks again is drawn anew each time, so that many workers do not look at once.
 */
public final class LeaseAndPollLoop {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseAndPollLoop.class);
  private static final int PAGE_SIZE = 1000;

  private final EngineContext context;
  private final Times times;
  private final RandomGenerator random;
  private final AtomicBoolean polling = new AtomicBoolean();
  private final TimerQueue.Sleeper renewal = new TimerQueue.Sleeper(same -> runIfOpen(this::renew));
  private final TimerQueue.Sleeper poll = new TimerQueue.Sleeper(same -> runIfOpen(this::poll));

  /**
   * How often.
   *
   * @param lease how long others wait for a worker that says nothing
   * @param poll how long until the store is looked at again, on average
   * @param idle after which an instance need not stay in memory
   * @param inMemory how many instances may stay there
   */
  public record Times(Duration lease, Duration poll, Duration idle, int inMemory) {}

  LeaseAndPollLoop(EngineContext core, Times times, RandomGenerator random) {
    this.context = core;
    this.times = times;
    this.random = random;
  }

  /**
   * @throws StoreException {@code worker-exists}
   */
  void start() {
    retireDead();
    Instant now = context.clock().now();
    context.store().enlist(context.worker(), now, now.plus(times.lease));
    scheduleRenewal();
    poll();
  }

  private void runIfOpen(Runnable work) {
    context.execute(work);
  }

  private void scheduleRenewal() {
    context.timers().schedule(renewal, context.clock().now().plus(times.lease.dividedBy(3)));
  }

  private void renew() {
    if (context.isStopped()) {
      return;
    }
    InstanceStore store = context.store();
    Worker worker = context.worker();
    Instant now = context.clock().now();
    try {
      retireDead();
      if (!store.renew(worker, now, now.plus(times.lease))) {
        LOG.warn("worker {} was taken for dead; it goes on with what nobody took", worker.name());
        store.enlist(worker, now, now.plus(times.lease));
      }
    } catch (Throwable e) {
      LOG.warn("cannot renew the lease of worker {}; trying again", worker.name(), e);
    } finally {
      scheduleRenewal();
    }
  }

  /** Looks now, and again later. */
  private void poll() {
    if (context.isStopped()) {
      return;
    }
    try {
      pollNow();
    } finally {
      double part = 0.75 + random.nextDouble() / 2;
      Duration wait = Duration.ofNanos((long) (times.poll.toNanos() * part));
      context.timers().schedule(poll, context.clock().now().plus(wait));
    }
  }

  /** One at a time: whoever comes while one is at it need not look. */
  void pollNow() {
    if (!polling.compareAndSet(false, true)) {
      return;
    }
    try {
      wakeDue();
      context.remoteInstances().poll(null);
      passivateIdle();
    } catch (Throwable e) {
      LOG.warn("cannot look at the store; looking again later", e);
    } finally {
      polling.set(false);
    }
  }

  /** Whose process is known to be gone need not be waited for. */
  private void retireDead() {
    for (Worker dead : context.store().retireDead()) {
      LOG.info("worker {} is dead; what it held is free", dead.name());
    }
  }

  /**
   * Also what is due before the next look, so that it is in memory in time and its timer fires when
   * it should.
   */
  private void wakeDue() {
    Instant now = context.clock().now();
    Instant until = now.plus(times.poll.multipliedBy(2));
    String after = "";
    List<String> due;
    do {
      due = context.store().due(now, until, context.worker(), after, PAGE_SIZE);
      for (String id : due) {
        context.openActor(id).ring();
        after = id;
      }
    } while (due.size() == PAGE_SIZE);
    context.notifySubscribers();
  }

  /** Asks those to leave memory that had nothing to do for long, or are too many. */
  private void passivateIdle() {
    long now = context.clock().now().toEpochMilli();
    List<InstanceActor> cells = List.copyOf(context.actors());
    long before = now - times.idle.toMillis();
    int surplus = cells.size() - times.inMemory;
    if (surplus > 0) {
      long[] touched = cells.stream().mapToLong(InstanceActor::lastActive).sorted().toArray();
      before = Math.max(before, touched[surplus - 1] + 1);
    }
    for (InstanceActor cell : cells) {
      if (cell.lastActive() < before && !isDueSoon(cell)) {
        cell.mailbox().offerUnbounded(new ActorMessage.Rest());
      }
    }
  }

  private boolean isDueSoon(InstanceActor cell) {
    ClaimedInstance hold = cell.claimed();
    ClaimedInstance.LoadedInstance life = hold == null ? null : hold.instance();
    Instant due = life == null ? null : life.snapshot().due();
    Instant soon = context.clock().now().plus(times.poll.multipliedBy(3));
    return due != null && due.isBefore(soon);
  }
}
