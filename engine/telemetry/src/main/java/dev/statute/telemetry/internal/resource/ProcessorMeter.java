package dev.statute.telemetry.internal.resource;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Meter of cores in use: processor time per time between two readings. Not thread-safe. */
final class ProcessorMeter {
  private @Nullable Instant lastRead;
  private @Nullable Duration lastTime;

  /** Returns the cores since the last reading; null for the first one. */
  @Nullable Double cores(Instant now, @Nullable Duration time) {
    Instant before = lastRead;
    Duration spent = lastTime;
    lastRead = now;
    lastTime = time;
    if (before == null || spent == null || time == null || !before.isBefore(now)) {
      return null;
    }
    // processes that ended and were adopted by init take their time out of the sum
    double nanos = Math.max(0, time.minus(spent).toNanos());
    return nanos / Duration.between(before, now).toNanos();
  }
}
