package dev.statute.bench.track;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The least processor time, and memory, that this thread took for an operation in some rounds. */
final class ThreadMeter {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private double micros = Double.MAX_VALUE;
  private long bytes = Long.MAX_VALUE;
  private long began;
  private long used;

  /** A round begins. */
  void start() {
    used = allocated();
    began = THREADS.getCurrentThreadCpuTime();
  }

  /** A round ends, of so many operations. */
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

  /** What it allocated. */
  long bytes() {
    return bytes;
  }
}
