package dev.statute.runtime.internal.thread;

/** Knows whether the calling thread is one that an instance's step needs to get on. */
public final class StepThreadGuard {
  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  private StepThreadGuard() {}

  public static void enter() {
    DEPTH.get()[0]++;
  }

  public static void leave() {
    DEPTH.get()[0]--;
  }

  public static boolean isStepThread() {
    return DEPTH.get()[0] > 0;
  }
}
