package dev.statute.cli.internal.store;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.store.InstanceStore;
import dev.statute.store.StreamEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stored progress of an agent as numbers for people. */
final class StoredProgressView {
  private StoredProgressView() {}

  /**
   * Adds {@code progress} as of the end of the instance, or as of now if it has not ended.
   *
   * @param all stored members of the instance
   */
  static Map<String, @Nullable Object> toJson(
      InstanceStore store, String id, Map<String, @Nullable Object> all) {
    long last = all.get("events") instanceof Long number ? number : 0;
    List<StreamEvent> end = store.events(id, last - 1, 1);
    boolean isOver = !end.isEmpty() && end.get(0).type().equals("finished");
    return toJson(all, isOver ? end.get(0).at() : Instant.now());
  }

  /**
   * Adds {@code progress}: the counters of the snapshot's tracker that are not 0.
   *
   * @param until end of measured durations
   */
  private static Map<String, @Nullable Object> toJson(
      Map<String, @Nullable Object> all, Instant until) {
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
