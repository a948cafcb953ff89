package dev.statute.bench.durable;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Statistics per second. Other users of the machine disturb some seconds more than others, so the
 * median describes the run, and the best second the undisturbed cost.
 */
final class SecondStatistics {
  private static final long MILLIS = 1_000;
  private static final double NANOS = 1e9;

  /** Compilation time per second after warm-up, in milliseconds. */
  private static final double QUIET_MILLIS = 50;

  private static final int QUIET_SECONDS = 3;
  private static final int MOST_SECONDS = 120;

  /** Minimum number of operations for the warm-up, even with little to compile. */
  private static final long MANY = 5_000;

  private final List<Second> all = new ArrayList<>();

  private SecondStatistics() {}

  /**
   * Second of a run.
   *
   * @param rate number of operations in it
   * @param store nanoseconds of the store's threads per operation
   * @param process of all threads of this process, per operation
   * @param server of the database's own processes, per operation
   */
  record Second(double rate, double store, double process, double server) {}

  /** Counters at an instant since the start; times are nanoseconds. */
  private record Reading(long time, double done, double store, double process, double server) {
    static Reading now(DurableWorkload work, DatabaseMeter meter) throws Exception {
      return new Reading(
          System.nanoTime(),
          work.done(),
          ThreadCpuTime.cpu("statute-store-"),
          ThreadCpuTime.cpu(""),
          meter.cpu());
    }

    Second since(Reading before) {
      double count = done - before.done;
      return new Second(
          count * NANOS / (time - before.time),
          (store - before.store) / count,
          (process - before.process) / count,
          (server - before.server) / count);
    }
  }

  /**
   * Waits until the compilers have had little work for some seconds: before that they use a third
   * of two processors, and uncompiled code takes several times as long.
   */
  static void warm(DurableWorkload work) throws InterruptedException {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    int quiet = 0;
    for (int i = 0; i < MOST_SECONDS && (quiet < QUIET_SECONDS || work.done() < MANY); i++) {
      long before = compilers.getTotalCompilationTime();
      Thread.sleep(MILLIS);
      boolean isQuiet = compilers.getTotalCompilationTime() - before < QUIET_MILLIS;
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }

  /**
   * Measures seconds.
   *
   * @param meter counters of the database
   */
  static SecondStatistics measure(DurableWorkload work, DatabaseMeter meter, long seconds)
      throws Exception {
    SecondStatistics measured = new SecondStatistics();
    Reading before = Reading.now(work, meter);
    for (long i = 0; i < seconds; i++) {
      Thread.sleep(MILLIS);
      Reading now = Reading.now(work, meter);
      if (now.done > before.done) { // else the second becomes longer
        measured.all.add(now.since(before));
        before = now;
      }
    }
    if (measured.all.isEmpty()) {
      throw new IllegalStateException("nothing was done within " + seconds + " s");
    }
    return measured;
  }

  double median(ToDoubleFunction<Second> figure) {
    double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  double least(ToDoubleFunction<Second> figure) {
    return all.stream().mapToDouble(figure).min().orElseThrow();
  }

  double most(ToDoubleFunction<Second> figure) {
    return all.stream().mapToDouble(figure).max().orElseThrow();
  }
}
