package dev.statute.runtime;

import dev.statute.runtime.internal.timer.SystemClock;
import java.time.Instant;

/**
 * The time by which instances live, and the one thing that wakes an engine when a timer is due.
 *
 * <p>Law: {@link #now} may jump, backwards too; an alarm rings at the first moment at which {@code
 * now} is not before its instant, once per setting, on a thread of the clock's choice, and at once
 * if that moment has passed. Ringing too often is harmless, ringing never is not. Thread-safe.
 */
public interface Clock {
  /** The time, to the millisecond or better. */
  Instant now();

  /** A new alarm, not set, that will call {@code ring}; it must return quickly. */
  Alarm alarm(Runnable ring);

  /** The machine's clock; one daemon thread wakes all engines. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** A wake-up call that can be set anew as often as one likes. Thread-safe. */
  interface Alarm {
    /** Rings at {@code at} instead of at whatever instant was set before. */
    void set(Instant at);

    /** Does not ring any more. */
    void clear();
  }
}
