package dev.statute.bench.durable;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** Processor time of the threads of this process, by the prefix of their names. */
final class ThreadCpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ThreadCpuTime() {}

  /** Processor time of the live threads in nanoseconds. */
  static double cpu(String prefix) {
    double sum = 0;
    for (long id : THREADS.getAllThreadIds()) {
      ThreadInfo info = THREADS.getThreadInfo(id);
      if (info != null && info.getThreadName().startsWith(prefix)) {
        sum += Math.max(0, THREADS.getThreadCpuTime(id));
      }
    }
    return sum;
  }
}
