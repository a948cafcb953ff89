package dev.statute.bench.track;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Minimum of processor time and memory of this thread per operation over some rounds. */
final class ThreadMeter {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private double micros = Double.MAX_VALUE;
  private long bytes = Long.MAX_VALUE;
  private long began;
  private long used;

  /** Starts a round. */
  void start() {
    used = allocated();
    began = THREADS.getCurrentThreadCpuTime();
  }

  /** Ends a round of a number of operations. */
  void stop(long operations) {
    long spent = THREADS.getCurrentThreadCpuTime() - began;
    micros = Math.min(micros, spent / 1_000.0 / operations);
    bytes = Math.min(bytes, (allocated() - used) / operations);
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  double micros() {
    return micros;
  }

  /** Allocated bytes per operation. */
  long bytes() {
    return bytes;
  }
}
