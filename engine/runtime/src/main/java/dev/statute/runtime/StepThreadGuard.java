package dev.statute.runtime;

/** Knows whether the calling thread is one that an instance's step needs to get on. */
final class StepThreadGuard {
  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  private StepThreadGuard() {}

  static void enter() {
    DEPTH.get()[0]++;
  }

  static void leave() {
    DEPTH.get()[0]--;
  }

  static boolean isHere() {
    return DEPTH.get()[0] > 0;
  }
}
