package dev.statute.turns;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Start of work for which an executor may have no thread: the work waits, and is either started
 * once or cancelled. Thread-safe.
 */
final class WaitingStart {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWorker.class);

  private final AtomicBoolean waiting = new AtomicBoolean(true);

  /** Offers the work to an executor, if it waits; false = there is no thread for it. */
  boolean offer(Executor executor, Runnable work) {
    if (!cancel()) {
      return true;
    }
    try {
      executor.execute(work);
      return true;
    } catch (Throwable e) {
      LOG.warn("a round or call waits for a thread", e);
      waiting.set(true);
      return false;
    }
  }

  /** Cancels the start; false if the work does not wait any more. */
  boolean cancel() {
    return waiting.compareAndSet(true, false);
  }
}
