package dev.statute.server.internal.instance;

import dev.statute.server.internal.feature.ServerContext;
import dev.statute.store.InstanceStore.RegisteredWorker;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Workers of the store as they are at one instant, to show which of them holds an instance and
 * whether it is alive. A worker renews its lease for all of its instances at once: that is their
 * heartbeat. Immutable.
 */
final class InstanceHolders {
  private final ServerContext context;
  private final Map<String, RegisteredWorker> workers = new HashMap<>();
  private final Instant now;

  /** Reads the workers of the store. */
  InstanceHolders(ServerContext context) {
    this.context = context;
    now = context.clock().now();
    context.store().workers().forEach(each -> workers.put(each.worker().name(), each));
  }

  /**
   * Adds {@code heldBy}, {@code heldUntil}, {@code heartbeat} (known of this server only) and
   * {@code stale} to the JSON form of an instance.
   *
   * @param holder name of the worker; null = none
   */
  void addTo(Map<String, @Nullable Object> json, @Nullable String holder) {
    RegisteredWorker worker = holder == null ? null : workers.get(holder);
    boolean isOwn = worker != null && worker.worker().equals(context.engine().worker());
    Instant until = worker == null ? null : worker.until();
    json.put("heldBy", worker == null ? null : holder); // a worker that left has released it
    json.put("heldUntil", until == null ? null : until.toString());
    json.put(
        "heartbeat",
        isOwn && until != null ? until.minus(context.settings().lease()).toString() : null);
    json.put("stale", worker != null && isStale(worker));
  }

  private boolean isStale(RegisteredWorker worker) {
    return !worker.until().isAfter(now) || worker.worker().isDead();
  }
}
