package dev.statute.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs work on the thread that brings it, before that call returns: deterministic, for tests. Work
 * that brings work queues it behind, so that instances that talk to each other do not pile up on
 * the stack.
 */
final class SameThread implements Executor {
  static final SameThread INSTANCE = new SameThread();
  private static final ThreadLocal<@Nullable Queue<Runnable>> WAITING = new ThreadLocal<>();

  private SameThread() {}

  @Override
  public void execute(Runnable work) {
    Queue<Runnable> waiting = WAITING.get();
    if (waiting != null) {
      waiting.add(work);
      return;
    }
    waiting = new ArrayDeque<>();
    WAITING.set(waiting);
    StepThreadGuard.enter();
    try {
      for (Runnable next = work; next != null; next = waiting.poll()) {
        next.run();
      }
    } finally {
      StepThreadGuard.leave();
      WAITING.remove();
    }
  }
}
