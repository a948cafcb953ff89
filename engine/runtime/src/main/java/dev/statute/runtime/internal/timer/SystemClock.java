package dev.statute.runtime.internal.timer;

import dev.statute.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock of the machine, in milliseconds. Checks an alarm at least every {@link #MAX_WAIT}, because
 * the wall clock may be set while the scheduler's clock does not move.
 */
public final class SystemClock implements Clock {
  private static final Logger LOG = LoggerFactory.getLogger(Clock.class);

  private static final Duration MAX_WAIT = Duration.ofSeconds(30);
  private static final ScheduledThreadPoolExecutor SCHEDULER = newScheduler();
  private static final long STARTED = System.nanoTime();

  /** Clock of intervals: the time since the start of the process, as an instant of 1970. */
  private static final SystemClock STEADY =
      new SystemClock(() -> Instant.EPOCH.plusNanos(System.nanoTime() - STARTED));

  public static final SystemClock INSTANCE = new SystemClock(Instant::now);

  private final InstantSource source;

  private SystemClock(InstantSource source) {
    this.source = source;
  }

  private static ScheduledThreadPoolExecutor newScheduler() {
    ScheduledThreadPoolExecutor scheduler =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread daemon = new Thread(work, "statute-clock");
              daemon.setDaemon(true);
              return daemon;
            });
    scheduler.setRemoveOnCancelPolicy(true);
    return scheduler;
  }

  @Override
  public Instant now() {
    return source.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public Clock steady() {
    return STEADY;
  }

  @Override
  public Alarm alarm(Runnable ring) {
    return new SystemAlarm(ring);
  }

  private final class SystemAlarm implements Alarm {
    private final Runnable ring;
    private @Nullable ScheduledFuture<?> pending;
    private @Nullable Instant at;

    SystemAlarm(Runnable ring) {
      this.ring = ring;
    }

    @Override
    public synchronized void set(Instant instant) {
      at = instant;
      schedule(instant);
    }

    @Override
    public synchronized void clear() {
      at = null;
      if (pending != null) {
        pending.cancel(false);
        pending = null;
      }
    }

    private void schedule(Instant instant) {
      if (pending != null) {
        pending.cancel(false);
      }
      Duration left = Duration.between(now(), instant);
      long wait =
          left.compareTo(MAX_WAIT) > 0 ? MAX_WAIT.toMillis() : left.plusNanos(999_999).toMillis();
      pending = SCHEDULER.schedule(this::look, Math.max(0, wait), TimeUnit.MILLISECONDS);
    }

    private void look() {
      synchronized (this) {
        if (at == null) {
          return;
        }
        if (now().isBefore(at)) {
          schedule(at);
          return;
        }
        at = null;
        pending = null;
      }
      try {
        ring.run();
      } catch (Throwable e) {
        LOG.error("an alarm of the clock threw", e);
      }
    }
  }
}
