package dev.statute.runtime.internal.thread;

import dev.statute.runtime.Clock;
import dev.statute.runtime.internal.timer.TimerQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watchdog of slow steps: a policy that hangs, a listener that blocks, a store that does not
 * answer. Reports each once; while it lasts, the engine's own pool has one more thread, so that
 * other instances continue, at most {@link #MAX_EXTRA_THREADS}. Active only while steps are under
 * way. Thread-safe.
 */
public final class StepWatchdog {
  /** Maximum number of threads beyond the number of processors. */
  static final int MAX_EXTRA_THREADS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(StepWatchdog.class);

  private final Clock clock;
  private final TimerQueue timers;
  private final @Nullable Duration limit;
  private final @Nullable ThreadPoolExecutor pool;
  private final BiConsumer<String, Duration> listener;
  private final Map<Thread, Running> activeSteps = new ConcurrentHashMap<>();
  private final AtomicBoolean armed = new AtomicBoolean();
  private final TimerQueue.Sleeper check = new TimerQueue.Sleeper(this::check);
  private int extra;

  /** Step under way. */
  private static final class Running {
    private final String instance;
    private final Instant since;
    private volatile boolean slow;
    private volatile boolean grown;

    Running(String instance, Instant since) {
      this.instance = instance;
      this.since = since;
    }
  }

  /**
   * Creates a watchdog.
   *
   * @param clock measures intervals
   * @param timers on this clock
   * @param limit maximum duration of a step; null = steps are not watched
   * @param pool the engine's own; null = the host supplied its executor
   * @param listener receives the instance and the duration of its step so far; must not block
   */
  public StepWatchdog(
      Clock clock,
      TimerQueue timers,
      @Nullable Duration limit,
      @Nullable ThreadPoolExecutor pool,
      BiConsumer<String, Duration> listener) {
    this.clock = clock;
    this.timers = timers;
    this.limit = limit;
    this.pool = pool;
    this.listener = listener;
  }

  /** Marks the start of a step on this thread; pass the result to {@link #leaveStep}. */
  public boolean enterStep(String instance) {
    StepThreadGuard.enter();
    Duration most = limit;
    if (most == null) {
      return false;
    }
    Instant now = clock.now();
    if (activeSteps.putIfAbsent(Thread.currentThread(), new Running(instance, now)) != null) {
      return false; // nested in another one
    }
    if (!armed.get() && armed.compareAndSet(false, true)) {
      timers.schedule(check, now.plus(most));
    }
    return true;
  }

  /** Marks the end of a step on this thread. */
  public void leaveStep(boolean outer) {
    Running running = outer ? activeSteps.remove(Thread.currentThread()) : null;
    if (running != null && running.slow) {
      LOG.info(
          "the step of instance {} is over after {}",
          running.instance,
          Duration.between(running.since, clock.now()));
      resize(running, false);
    }
    StepThreadGuard.leave();
  }

  /** Returns the instances with a step over the limit, and its duration. */
  public Map<String, Duration> slow() {
    Instant now = clock.now();
    Map<String, Duration> slow = new TreeMap<>();
    for (Running running : activeSteps.values()) {
      if (running.slow) {
        slow.put(running.instance, Duration.between(running.since, now));
      }
    }
    return slow;
  }

  private void check() {
    Duration most = Objects.requireNonNull(limit, "nothing is checked without a limit");
    Instant now = clock.now();
    Instant next = now.plus(most);
    for (Map.Entry<Thread, Running> each : activeSteps.entrySet()) {
      Running running = each.getValue();
      Instant late = running.since.plus(most);
      if (!running.slow && now.isBefore(late)) {
        next = late.isBefore(next) ? late : next;
      } else if (!running.slow) {
        running.slow = true;
        slow(each.getKey(), running, now);
      }
    }
    armed.set(false);
    if (!activeSteps.isEmpty() && armed.compareAndSet(false, true)) {
      timers.schedule(check, next);
    }
  }

  private void slow(Thread thread, Running running, Instant now) {
    Duration duration = Duration.between(running.since, now);
    Throwable where = new IllegalStateException("this is where it is");
    where.setStackTrace(thread.getStackTrace());
    LOG.warn("a step of instance {} has taken {} so far", running.instance, duration, where);
    try {
      resize(running, true);
      listener.accept(running.instance, duration);
    } catch (Throwable e) {
      LOG.warn("no extra thread beside the step of {}", running.instance, e);
    }
  }

  private synchronized void resize(Running running, boolean grows) {
    if (pool == null || pool.isShutdown() || running.grown == grows) {
      return;
    }
    if (grows && extra == MAX_EXTRA_THREADS) {
      return;
    }
    running.grown = grows;
    int size = pool.getCorePoolSize() + (grows ? 1 : -1);
    extra += grows ? 1 : -1;
    if (grows) {
      pool.setMaximumPoolSize(size);
      pool.setCorePoolSize(size);
    } else {
      pool.setCorePoolSize(size);
      pool.setMaximumPoolSize(size);
    }
  }
}
