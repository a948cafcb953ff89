package dev.statute.drools;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits and listener of rule evaluation. A question that exceeds a limit fails closed; the error
 * names the rule that fired last.
 *
 * @param firings maximum number of firings per question
 * @param evaluations maximum number of pairs of facts that rules compare per question
 * @param time time limit of a question, checked at each firing, while facts are compared and while
 *     regular expressions are matched. After it has passed, the thread may use as much processor
 *     time again, since a suspended machine is no fault of a rule
 * @param nanos monotonic clock of {@code time}, in nanoseconds
 * @param worked processor time of the current thread in nanoseconds; called only for a question
 *     that takes too long
 * @param listener is notified of evaluated and fired rules
 */
public record RunOptions(
    int firings,
    int evaluations,
    Duration time,
    LongSupplier nanos,
    LongSupplier worked,
    RuleListener listener) {
  /** Limits of 1,000 firings, 500,000 pairs of facts and 1 second, without a listener. */
  public static final RunOptions DEFAULT =
      new RunOptions(
          1_000,
          500_000,
          Duration.ofSeconds(1),
          System::nanoTime,
          RunOptions::workedNanos,
          RuleListener.NONE);

  /** Processor time if the platform measures it, else elapsed time. */
  private static long workedNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
        ? threads.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  /** Returns the same limits with a listener. */
  public RunOptions listener(RuleListener other) {
    return new RunOptions(firings, evaluations, time, nanos, worked, other);
  }
}
