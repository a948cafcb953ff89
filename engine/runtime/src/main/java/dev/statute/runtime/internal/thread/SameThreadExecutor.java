package dev.statute.runtime.internal.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs work on the thread that brings it, before that call returns: deterministic, for tests. Work
 * that brings work queues it behind, so that instances that talk to each other do not pile up on
 * the stack.
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
