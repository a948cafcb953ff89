package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Clock;
import dev.statute.runtime.internal.timer.TimerQueue;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads and timers of an engine, until it stops. Thread-safe. */
class EngineScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(EngineScheduler.class);

  private final Executor steps;
  private final Executor subscribers;
  private final Duration retryDelay;
  private final Clock steady;
  private final TimerQueue timers;
  private final TimerQueue intervals;
  private volatile boolean stopped;

  EngineScheduler(EngineConfiguration configuration) {
    steps = configuration.executors().steps();
    subscribers = configuration.executors().subscribers();
    retryDelay = configuration.limits().retryDelay();
    Clock clock = configuration.clock();
    steady = clock.steady();
    timers = new TimerQueue(clock);
    intervals = steady == clock ? timers : new TimerQueue(steady);
  }

  boolean isStopped() {
    return stopped;
  }

  /** Returns the executor of steps. */
  Executor executor() {
    return steps;
  }

  /** Runs work on a thread of the engine. */
  void execute(Runnable work) {
    try {
      steps.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("the engine is closing", e);
    }
  }

  /** Runs work on a thread that no instance and no timer needs. */
  void runAsync(Runnable work) {
    try {
      subscribers.execute(work);
    } catch (Throwable e) {
      work.run(); // the engine is closing, or there is no thread
    }
  }

  /** Returns the timers that are due at instants of the engine's clock. */
  TimerQueue timers() {
    return timers;
  }

  /** Returns the timers that are due after intervals, at instants of {@link #steady}. */
  TimerQueue intervals() {
    return intervals;
  }

  /** Returns the clock of intervals, which is not set. */
  Clock steady() {
    return steady;
  }

  /**
   * Schedules an entry after an interval, which a clock that is set neither shortens nor extends.
   */
  void after(Duration interval, TimerQueue.Sleeper sleeper) {
    intervals.schedule(sleeper, steady.now().plus(interval));
  }

  /** Schedules an entry after the pause before a retry. */
  void afterPause(TimerQueue.Sleeper sleeper) {
    after(retryDelay, sleeper);
  }

  /** Cancels an entry that waits for the end of an interval. */
  void cancelInterval(TimerQueue.Sleeper sleeper) {
    intervals.schedule(sleeper, null);
  }

  /** Stops all timers. */
  void stop() {
    stopped = true;
    timers.close();
    intervals.close();
  }
}
