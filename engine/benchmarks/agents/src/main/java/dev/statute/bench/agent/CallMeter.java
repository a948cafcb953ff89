package dev.statute.bench.agent;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** Times of calls in rounds; a figure is the median of the rounds. */
final class CallMeter {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int CALLS = 2_000;

  private final ToolCaller caller;
  private final double[] middle;
  private final double[] slow;
  private final double[] processor;
  private long number;
  private int round;

  CallMeter(ToolCaller caller, int rounds) {
    this.caller = caller;
    middle = new double[rounds];
    slow = new double[rounds];
    processor = new double[rounds];
  }

  /** Runs a round. */
  void run() {
    long[] nanos = new long[CALLS];
    long before = processorTime();
    for (int i = 0; i < CALLS; i++) {
      long start = System.nanoTime();
      int length = caller.call(number++);
      nanos[i] = System.nanoTime() - start;
      if (length < 2_000) { // an answer of the guard in place of the result
        throw new IllegalStateException("the call was not made");
      }
    }
    processor[round] = (processorTime() - before) / 1e3 / CALLS;
    Arrays.sort(nanos);
    middle[round] = nanos[CALLS / 2] / 1e3;
    slow[round++] = nanos[CALLS * 99 / 100] / 1e3;
  }

  /** Processor time of all Java threads, without the compiler and the collector. */
  private static long processorTime() {
    long sum = 0;
    for (long id : THREADS.getAllThreadIds()) {
      sum += Math.max(0, THREADS.getThreadCpuTime(id));
    }
    return sum;
  }

  /** Median time of a call, in microseconds. */
  double middle() {
    return median(middle);
  }

  /** Time that 99 of 100 calls stay below, in microseconds. */
  double slow() {
    return median(slow);
  }

  /** Processor time of a call, in microseconds. */
  double processor() {
    return median(processor);
  }

  /** Leaves out the first third of the rounds, in which code is compiled. */
  private static double median(double[] rounds) {
    double[] sorted = Arrays.copyOfRange(rounds, rounds.length / 3, rounds.length);
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
