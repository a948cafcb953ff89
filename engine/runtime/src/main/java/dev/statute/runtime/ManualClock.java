package dev.statute.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Clock that moves only on request, for tests and simulations. Alarms fire on the thread that moves
 * it, in the order of their instants, while it shows exactly the instant of each. Thread-safe.
 */
public final class ManualClock implements Clock {
  private final List<ManualAlarm> alarms = new ArrayList<>();
  private Instant now;

  /** Starts at 1970-01-01T00:00:00Z, like the command line. */
  public ManualClock() {
    this(Instant.EPOCH);
  }

  public ManualClock(Instant start) {
    now = start;
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  /** Advances the clock; alarms that come due fire on the way. */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException(
          "cannot advance by " + by + "; use jump to turn a clock back");
    }
    advanceTo(now().plus(by));
  }

  /** Advances the clock to an instant; does nothing if {@code to} has passed. */
  public void advanceTo(Instant to) {
    for (ManualAlarm due = next(to); due != null; due = next(to)) {
      due.ring.run();
    }
    synchronized (this) {
      now = now.isBefore(to) ? to : now;
    }
  }

  /** Sets another time at once, like a clock adjusted by hand; fires alarms due by then. */
  public void jump(Instant to) {
    synchronized (this) {
      now = to;
    }
    advanceTo(to);
  }

  @Override
  public Alarm alarm(Runnable ring) {
    ManualAlarm alarm = new ManualAlarm(ring);
    synchronized (this) {
      alarms.add(alarm);
    }
    return alarm;
  }

  /** Returns the first alarm due by {@code to}, unset, with the clock moved to its instant. */
  private synchronized @Nullable ManualAlarm next(Instant to) {
    Optional<ManualAlarm> first =
        alarms.stream()
            .filter(alarm -> alarm.at != null && !alarm.at.isAfter(to))
            .min(Comparator.comparing(alarm -> alarm.at == null ? to : alarm.at));
    first.ifPresent(
        alarm -> {
          Instant at = alarm.at;
          now = at != null && at.isAfter(now) ? at : now;
          alarm.at = null;
        });
    return first.orElse(null);
  }

  private final class ManualAlarm implements Alarm {
    private final Runnable ring;
    private @Nullable Instant at;

    ManualAlarm(Runnable ring) {
      this.ring = ring;
    }

    @Override
    public void set(Instant instant) {
      boolean due;
      synchronized (ManualClock.this) {
        due = !instant.isAfter(now);
        at = due ? null : instant;
      }
      if (due) {
        ring.run();
      }
    }

    @Override
    public void clear() {
      synchronized (ManualClock.this) {
        at = null;
      }
    }
  }
}
