package dev.statute.runtime.internal.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Executor on the calling thread: deterministic, for tests. Nested work is queued, so that
 * instances that send to each other do not grow the stack.
 */
public final class SameThreadExecutor implements Executor {
  public static final SameThreadExecutor INSTANCE = new SameThreadExecutor();
  private static final ThreadLocal<@Nullable Queue<Runnable>> QUEUE = new ThreadLocal<>();

  private SameThreadExecutor() {}

  @Override
  public void execute(Runnable work) {
    Queue<Runnable> waiting = QUEUE.get();
    if (waiting != null) {
      waiting.add(work);
      return;
    }
    waiting = new ArrayDeque<>();
    QUEUE.set(waiting);
    StepThreadGuard.enter();
    try {
      for (Runnable next = work; next != null; next = waiting.poll()) {
        next.run();
      }
    } finally {
      StepThreadGuard.leave();
      QUEUE.remove();
    }
  }
}
