package dev.statute.runtime.internal.thread;

/** Marker of threads that execute a step, which must not wait for another step. */
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
