package dev.statute.runtime;

import dev.statute.runtime.internal.timer.SystemClock;
import java.time.Instant;

/**
 * Source of time and of timer alarms for an engine.
 *
 * <p>Contract: {@link #now} may jump, also backwards. An alarm fires at the first moment at which
 * {@code now} is not before its instant, once per setting, on a thread of the clock's choice, and
 * at once if that moment has passed. Firing too often is harmless, a missing alarm is not.
 * Thread-safe.
 */
public interface Clock {
  /** Returns the time, to the millisecond or better. */
  Instant now();

  /** Creates an unset alarm that calls {@code ring}, which must return quickly. */
  Alarm alarm(Runnable ring);

  /**
   * Returns a clock for intervals: its {@link #now} never goes back and means nothing by itself. A
   * clock that is never set may return itself, which is the default.
   */
  default Clock steady() {
    return this;
  }

  /** Returns the clock of the machine; one daemon thread serves all engines. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** Alarm that can be set repeatedly. Thread-safe. */
  interface Alarm {
    /** Sets the alarm to {@code at}; replaces an earlier setting. */
    void set(Instant at);

    /** Cancels the setting. */
    void clear();
  }
}
