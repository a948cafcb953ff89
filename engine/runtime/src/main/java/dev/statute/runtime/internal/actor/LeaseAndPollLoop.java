package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.runtime.support.FailureLog;
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
 * Loop that renews the lease of this worker and polls the store for instances with a due timer,
 * waiting events or a dead worker. Each other way to wake an instance only makes it faster. Both
 * parts run on the clock's alarm and the engine's threads; the interval to the next poll is drawn
 * at random each time, so that many workers do not poll at once.
 */
public final class LeaseAndPollLoop {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseAndPollLoop.class);
  private static final int PAGE_SIZE = 1000;

  /** Renewals per lease: a late one or two do no harm. */
  private static final int RENEWALS = 4;

  private final EngineServices services;
  private final ActorDirectory actors;
  private final Times times;
  private final AtomicBoolean polling = new AtomicBoolean();
  private final TimerQueue.Sleeper renewal = new TimerQueue.Sleeper(this::startRenewal);
  private final TimerQueue.Sleeper poll = new TimerQueue.Sleeper(this::startPoll);
  private final FailureLog failures = new FailureLog(LOG);

  /**
   * Intervals and limits of the loop.
   *
   * @param lease time that others wait for a silent worker
   * @param poll average time between polls of the store
   * @param idle idle time after which an instance may leave memory
   * @param inMemory maximum number of instances in memory
   * @param random draws the intervals between polls
   */
  public record Times(
      Duration lease, Duration poll, Duration idle, int inMemory, RandomGenerator random) {}

  LeaseAndPollLoop(EngineServices services, ActorDirectory actors, Times times) {
    this.services = services;
    this.actors = actors;
    this.times = times;
  }

  /**
   * Enlists the worker and starts the loop.
   *
   * @throws StoreException {@code worker-exists}
   */
  void start() {
    retireDead();
    Instant now = services.clock().now();
    services.store().enlist(services.worker(), now, now.plus(times.lease));
    scheduleRenewal();
    poll();
  }

  private void startRenewal() {
    start(renewal, this::renew);
  }

  private void startPoll() {
    start(poll, this::poll);
  }

  /**
   * Runs a part on a thread of the engine; tries again after a pause if there is none, as an
   * executor of the host may be full for a while.
   */
  private void start(TimerQueue.Sleeper sleeper, Runnable part) {
    try {
      services.scheduler().executor().execute(part);
    } catch (Throwable e) {
      LOG.debug("no thread to poll the store", e);
      services.scheduler().afterPause(sleeper);
    }
  }

  private void scheduleRenewal() {
    services.scheduler().after(times.lease.dividedBy(RENEWALS), renewal);
  }

  private void renew() {
    if (services.scheduler().isStopped()) {
      return;
    }
    try {
      failures.run("renew the lease of worker " + services.worker().name(), this::renewLease);
    } finally {
      scheduleRenewal();
    }
  }

  private void renewLease() {
    InstanceStore store = services.store();
    Worker worker = services.worker();
    Instant now = services.clock().now();
    retireDead();
    if (!store.renew(worker, now, now.plus(times.lease))) {
      LOG.warn(
          "worker {} was considered dead; it continues with the instances that it still holds",
          worker.name());
      store.enlist(worker, now, now.plus(times.lease));
    }
  }

  /** Polls and schedules the next poll. */
  private void poll() {
    if (services.scheduler().isStopped()) {
      return;
    }
    try {
      pollNow();
    } finally {
      double part = 0.75 + times.random.nextDouble() / 2;
      Duration wait = Duration.ofNanos((long) (times.poll.toNanos() * part));
      services.scheduler().after(wait, poll);
    }
  }

  /** Polls the store; does nothing while another thread polls. */
  void pollNow() {
    if (!polling.compareAndSet(false, true)) {
      return;
    }
    try {
      failures.run("wake what is due in the store", this::wakeDue);
      services.remoteInstances().poll(null);
      failures.run("passivate what is idle", this::passivateIdle);
    } finally {
      polling.set(false);
    }
  }

  /** Retires workers with a dead process before their lease ends. */
  private void retireDead() {
    for (Worker dead : services.store().retireDead()) {
      LOG.info("worker {} is dead; its instances are free", dead.name());
    }
  }

  /**
   * Wakes due instances, including those due before the next poll, so that they are in memory in
   * time and their timers fire punctually.
   */
  private void wakeDue() {
    Instant now = services.clock().now();
    Instant until = now.plus(times.poll.multipliedBy(2));
    String after = "";
    List<String> due;
    do {
      due = services.store().due(now, until, services.worker(), after, PAGE_SIZE);
      for (String id : due) {
        if (!services.unknownCharts().contains(id)) {
          actors.open(id);
        }
        after = id;
      }
    } while (due.size() == PAGE_SIZE);
    services.subscriptions().notifyAllSubscribers();
  }

  /** Passivates instances that are idle for long, or are too many. */
  private void passivateIdle() {
    long now = services.clock().now().toEpochMilli();
    List<InstanceActor> cells = List.copyOf(actors.actors());
    long before = now - times.idle.toMillis();
    int surplus = cells.size() - times.inMemory;
    if (surplus > 0) {
      long[] touched = cells.stream().mapToLong(InstanceActor::lastActive).sorted().toArray();
      before = Math.max(before, touched[surplus - 1] + 1);
    }
    for (InstanceActor actor : cells) {
      if (actor.lastActive() < before && !isDueSoon(actor)) {
        actor.mailbox().offerUnbounded(new ActorMessage.Rest());
      }
    }
  }

  private boolean isDueSoon(InstanceActor actor) {
    ClaimedInstance claimed = actor.cell().claimed();
    ClaimedInstance.LoadedInstance life = claimed == null ? null : claimed.instance();
    Instant due = life == null ? null : life.snapshot().due();
    Instant soon = services.clock().now().plus(times.poll.multipliedBy(3));
    return due != null && due.isBefore(soon);
  }
}
