package dev.statute.jdbc;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting for latches within works, which may not throw. */
final class Latches {
  private Latches() {}

  /** Whether it came to zero within 30 s. */
  static boolean await(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
