package dev.statute.runtime;

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
final class LeaseAndPollLoop {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseAndPollLoop.class);
  private static final int PAGE = 1000;

  private final EngineContext core;
  private final Times times;
  private final RandomGenerator random;
  private final AtomicBoolean looking = new AtomicBoolean();
  private final TimerQueue.Sleeper renewal = new TimerQueue.Sleeper(same -> runs(this::renew));
  private final TimerQueue.Sleeper look = new TimerQueue.Sleeper(same -> runs(this::look));

  /**
   * How often.
   *
   * @param lease how long others wait for a worker that says nothing
   * @param poll how long until the store is looked at again, on average
   * @param idle after which an instance need not stay in memory
   * @param inMemory how many instances may stay there
   */
  record Times(Duration lease, Duration poll, Duration idle, int inMemory) {}

  LeaseAndPollLoop(EngineContext core, Times times, RandomGenerator random) {
    this.core = core;
    this.times = times;
    this.random = random;
  }

  /**
   * @throws StoreException {@code worker-exists}
   */
  void start() {
    retireDead();
    Instant now = core.clock().now();
    core.store().enlist(core.worker(), now, now.plus(times.lease));
    renewLater();
    look();
  }

  private void runs(Runnable work) {
    core.run(work);
  }

  private void renewLater() {
    core.timers().sleep(renewal, core.clock().now().plus(times.lease.dividedBy(3)));
  }

  private void renew() {
    if (core.isStopped()) {
      return;
    }
    InstanceStore store = core.store();
    Worker worker = core.worker();
    Instant now = core.clock().now();
    try {
      retireDead();
      if (!store.renew(worker, now, now.plus(times.lease))) {
        LOG.warn("worker {} was taken for dead; it goes on with what nobody took", worker.name());
        store.enlist(worker, now, now.plus(times.lease));
      }
    } catch (Throwable e) {
      LOG.warn("cannot renew the lease of worker {}; trying again", worker.name(), e);
    } finally {
      renewLater();
    }
  }

  /** Looks now, and again later. */
  private void look() {
    if (core.isStopped()) {
      return;
    }
    try {
      lookNow();
    } finally {
      double part = 0.75 + random.nextDouble() / 2;
      Duration wait = Duration.ofNanos((long) (times.poll.toNanos() * part));
      core.timers().sleep(look, core.clock().now().plus(wait));
    }
  }

  /** One at a time: whoever comes while one is at it need not look. */
  void lookNow() {
    if (!looking.compareAndSet(false, true)) {
      return;
    }
    try {
      wake();
      core.elsewhere().look(null);
      rest();
    } catch (Throwable e) {
      LOG.warn("cannot look at the store; looking again later", e);
    } finally {
      looking.set(false);
    }
  }

  /** Whose process is known to be gone need not be waited for. */
  private void retireDead() {
    for (Worker dead : core.store().retireDead()) {
      LOG.info("worker {} is dead; what it held is free", dead.name());
    }
  }

  /**
   * Also what is due before the next look, so that it is in memory in time and its timer fires when
   * it should.
   */
  private void wake() {
    Instant now = core.clock().now();
    Instant until = now.plus(times.poll.multipliedBy(2));
    String after = "";
    List<String> due;
    do {
      due = core.store().due(now, until, core.worker(), after, PAGE);
      for (String id : due) {
        core.open(id).ring();
        after = id;
      }
    } while (due.size() == PAGE);
    core.followed();
  }

  /** Asks those to leave memory that had nothing to do for long, or are too many. */
  private void rest() {
    long now = core.clock().now().toEpochMilli();
    List<InstanceActor> cells = List.copyOf(core.cells());
    long before = now - times.idle.toMillis();
    int surplus = cells.size() - times.inMemory;
    if (surplus > 0) {
      long[] touched = cells.stream().mapToLong(InstanceActor::touched).sorted().toArray();
      before = Math.max(before, touched[surplus - 1] + 1);
    }
    for (InstanceActor cell : cells) {
      if (cell.touched() < before && !isDueSoon(cell)) {
        cell.mailbox().put(new ActorMessage.Rest());
      }
    }
  }

  private boolean isDueSoon(InstanceActor cell) {
    ClaimedInstance hold = cell.hold();
    ClaimedInstance.LoadedInstance life = hold == null ? null : hold.life();
    Instant due = life == null ? null : life.snapshot().due();
    Instant soon = core.clock().now().plus(times.poll.multipliedBy(3));
    return due != null && due.isBefore(soon);
  }
}
