package dev.statute.cli.internal.store;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stored progress of an agent as numbers for people. */
final class StoredProgressView {
  private StoredProgressView() {}

  /**
   * Adds {@code progress}: the counters of the snapshot's tracker that are not 0.
   *
   * @param until end of measured durations
   */
  static Map<String, @Nullable Object> toJson(Map<String, @Nullable Object> all, Instant until) {
    if (!(all.get("snapshot") instanceof Map<?, ?> snapshot)
        || !(snapshot.get("progress") instanceof Map<?, ?> kept)) {
      return all;
    }
    Map<String, Object> plain = new LinkedHashMap<>();
    kept.forEach((key, value) -> plain.put(String.valueOf(key), value));
    ProgressTrackerFactory tracking = ProgressTrackerFactory.installed();
    ProgressState state = tracking.restore(plain);
    ProgressTracker tracker = tracking.tracker(Settings.of(Map.of()));
    Map<String, Long> progress = new LinkedHashMap<>(tracker.counters(state));
    progress.putAll(tracker.summary(state, until.toEpochMilli()));
    progress.values().removeIf(value -> value == 0);
    if (snapshot.get("started") instanceof Long started) {
      progress.put("elapsedMs", Math.max(0, until.toEpochMilli() - started));
    }
    Map<String, @Nullable Object> shown = new LinkedHashMap<>(all);
    shown.put("progress", progress);
    return shown;
  }
}
