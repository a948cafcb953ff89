package dev.statute.drools;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How rules are run. A question that goes beyond a limit fails closed, naming the rule that fired
 * last.
 *
 * @param firings how many times rules may fire for one question
 * @param evaluations how many pairs of facts rules may compare for one question
 * @param time how long one question may take; looked at whenever a rule fires, while facts are
 *     compared and while regular expressions are matched. When it has passed, the thread may work
 *     as long again: a machine that stood still is no fault of a rule
 * @param nanos the clock behind {@code time}: nanoseconds that never go back
 * @param worked nanoseconds for which the current thread has been at work; asked only of a question
 *     that takes too long
 * @param listener is told what rules were asked and fired
 */
public record RunOptions(
    int firings,
    int evaluations,
    Duration time,
    LongSupplier nanos,
    LongSupplier worked,
    RuleListener listener) {
  /** 1,000 firings, 500,000 pairs of facts, 1 second, nobody listening. */
  public static final RunOptions DEFAULT =
      new RunOptions(
          1_000,
          500_000,
          Duration.ofSeconds(1),
          System::nanoTime,
          RunOptions::workedNanos,
          RuleListener.NONE);

  /** Processor time where the platform can tell it, else time. */
  private static long workedNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
        ? threads.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  /** The same with a listener. */
  public RunOptions listener(RuleListener other) {
    return new RunOptions(firings, evaluations, time, nanos, worked, other);
  }
}
