package dev.statute.drools;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How rules are run. A question that goes beyond a limit fails closed, naming the rule that fired
 * last.
 *
 * @param firings how many times rules may fire for one question
 * @param time how long one question may take; looked at whenever a rule fires
 * @param nanos the clock behind {@code time}: nanoseconds that never go back
 * @param listener is told what rules were asked and fired
 */
public record RunOptions(int firings, Duration time, LongSupplier nanos, RuleListener listener) {
  /** 1,000 firings, 1 second, nobody listening. */
  public static final RunOptions DEFAULT =
      new RunOptions(1_000, Duration.ofSeconds(1), System::nanoTime, RuleListener.NONE);

  /** The same with a listener. */
  public RunOptions listener(RuleListener other) {
    return new RunOptions(firings, time, nanos, other);
  }
}
