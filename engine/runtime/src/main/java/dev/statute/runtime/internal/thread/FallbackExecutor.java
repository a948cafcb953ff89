package dev.statute.runtime.internal.thread;

import dev.statute.runtime.support.ExceptionHandling;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor that passes work on to a second one if the first does not take it. Work runs at most
 * once, also if an executor takes it and throws all the same. Thread-safe.
 */
final class FallbackExecutor implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(FallbackExecutor.class);

  private final Executor first;
  private final Executor second;

  /** Kinds of refusals that were logged. */
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Work that is taken by the first thread that runs it. */
  private record SingleRun(Runnable work, AtomicBoolean taken) implements Runnable {
    @Override
    public void run() {
      if (take()) {
        work.run();
      }
    }

    boolean take() {
      return taken.compareAndSet(false, true);
    }
  }

  FallbackExecutor(Executor first, Executor second) {
    this.first = first;
    this.second = second;
  }

  /**
   * Executes work on either executor.
   *
   * @throws RejectedExecutionException if neither takes it
   */
  @Override
  public void execute(Runnable work) {
    SingleRun run = new SingleRun(work, new AtomicBoolean());
    try {
      first.execute(run);
    } catch (Throwable refusal) {
      if (logged.add(ExceptionHandling.kind(refusal))) {
        LOG.warn(
            "the executor of the application took no work, which runs on a thread of the engine;"
                + " this is logged once",
            refusal);
      }
      executeSecond(run, refusal);
    }
  }

  private void executeSecond(SingleRun run, Throwable refusal) {
    try {
      second.execute(run);
    } catch (Throwable e) {
      if (run.take()) {
        e.addSuppressed(refusal);
        throw new RejectedExecutionException("no thread takes the work", e);
      }
    }
  }
}
