package dev.statute.telemetry.internal.resource;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hysteresis of one limited resource. Not thread-safe. */
final class ResourceLevel {
  private final WatchedResource resource;
  private final double limit;
  private final double release;
  private final Duration patience;
  private @Nullable Instant since;
  private boolean exceeded;
  private double used;

  ResourceLevel(WatchedResource resource, double limit, Duration patience, double margin) {
    this.resource = resource;
    this.limit = limit;
    this.release = resource.isMinimum() ? limit * (1 + margin) : limit * (1 - margin);
    this.patience = patience;
  }

  boolean isExceeded() {
    return exceeded;
  }

  /** Returns the data of the event that the limit is exceeded. */
  Map<String, Object> report() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("resource", resource.text());
    data.put("used", used);
    data.put("limit", limit);
    data.put("message", message());
    return data;
  }

  private String message() {
    return resource.text()
        + " is "
        + resource.format(used)
        + (resource.isMinimum() ? ", at least " : ", at most ")
        + resource.format(limit)
        + (resource.isMinimum() ? " must stay" : " may be used");
  }

  /** Applies a reading. The state changes when it contradicts it for the patience. */
  void update(Instant now, double amount) {
    used = amount;
    boolean contradicts = exceeded ? isBeyond(release, amount) : isBeyond(amount, limit);
    if (!contradicts) {
      since = null;
      return;
    }
    Instant first = since;
    if (first == null || now.isBefore(first)) {
      since = now;
      first = now;
    }
    if (!Duration.between(first, now).minus(patience).isNegative()) {
      exceeded = !exceeded;
      since = null;
    }
  }

  /** Returns whether the first amount uses more than the second one. */
  private boolean isBeyond(double first, double second) {
    return resource.isMinimum() ? first < second : first > second;
  }
}
