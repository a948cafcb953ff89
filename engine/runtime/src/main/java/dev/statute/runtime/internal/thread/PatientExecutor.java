package dev.statute.runtime.internal.thread;

import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.runtime.internal.timer.TimerQueue;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor that keeps the work for which another one has no thread, as one of the host may be full
 * for a while, and offers it again until it is taken. Once closed, it refuses what the other one
 * refuses. The work must not throw. Thread-safe.
 */
public final class PatientExecutor implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Executor threads;
  private final TimerQueue timers;
  private final Clock clock;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final TimerQueue.Sleeper retry = new TimerQueue.Sleeper(this::offerAgain);
  private volatile boolean closed;

  public PatientExecutor(Executor threads, TimerQueue timers, Clock clock) {
    this.threads = threads;
    this.timers = timers;
    this.clock = clock;
  }

  @Override
  public void execute(Runnable work) {
    try {
      threads.execute(work);
    } catch (Throwable e) {
      if (closed) {
        throw e;
      }
      LOG.debug("no thread for work of the engine; it waits", e);
      keep(work);
    }
  }

  private void keep(Runnable work) {
    waiting.add(work);
    if (closed) {
      runWaiting();
    } else {
      timers.schedule(retry, clock.now().plus(PAUSE));
    }
  }

  private void offerAgain() {
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      try {
        threads.execute(next);
      } catch (Throwable e) {
        keep(next);
        return;
      }
    }
  }

  /** Runs what waits on the calling thread: closed engines only refuse and end their work. */
  public void close() {
    closed = true;
    runWaiting();
  }

  private void runWaiting() {
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      next.run();
    }
  }
}
