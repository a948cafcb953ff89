package dev.statute.store;

import dev.statute.step.Chart;
import dev.statute.step.Migration;
import dev.statute.step.MigrationResult;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Stored;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Migration of stored instances to another definition of their chart. An instance of another worker
 * is left alone. A migrated one changes in one commit, with the stream event {@code migrated};
 * waiting events and pending effects stay. Thread-safe.
 */
public final class InstanceMigration {
  private final InstanceStore store;
  private final Migration migration;

  /**
   * Creates a migration of instances.
   *
   * @param migration its new chart is saved with the first migrated instance
   */
  public InstanceMigration(InstanceStore store, Migration migration) {
    this.store = store;
    this.migration = migration;
  }

  /**
   * Computes the result of a migration; changes nothing.
   *
   * @return null if there is no such instance
   * @throws StoreException {@code unknown-chart} if it runs neither of the two definitions, or
   *     {@code corrupted}
   */
  public @Nullable MigrationResult preview(String id, Instant now) {
    Stored stored = store.load(id, this::chart);
    return stored == null ? null : migration.migrate(stored.snapshot(), now);
  }

  /**
   * Migrates an instance, if possible.
   *
   * @param worker enlisted for the duration of the call
   * @return null if there is no such instance; refused with {@code held} or {@code aside} if it
   *     cannot be claimed now
   * @throws StoreException see {@link #preview}, or {@code fenced} if another worker took it over
   */
  public @Nullable MigrationResult move(String id, Worker worker, Instant now) {
    Claim claim = store.claim(id, worker, now, this::chart);
    if (claim instanceof Claim.Held held) {
      return refused("held", "'" + held.by().name() + "' works on it until " + held.until());
    }
    if (claim instanceof Claim.Parked parked) {
      return refused("aside", "it is set aside: " + parked.reason());
    }
    try {
      return claim instanceof Claim.Taken taken ? move(id, worker, now, taken.stored()) : null;
    } finally {
      store.release(id, worker);
    }
  }

  private MigrationResult move(String id, Worker worker, Instant now, Stored stored) {
    MigrationResult migrated = migration.migrate(stored.snapshot(), now);
    if (migrated instanceof MigrationResult.Migrated moved) {
      store.saveChart(migration.to());
      if (store
              .commit(commit(id, worker, now, stored, moved.snapshot()))
              .toCompletableFuture()
              .join()
          == Committed.LOST) {
        throw new StoreException(
            "fenced",
            "instance '" + id + "' was taken over by somebody else; it was not moved",
            null);
      }
    }
    return migrated;
  }

  private Commit commit(String id, Worker worker, Instant now, Stored stored, Snapshot moved) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("from", migration.from().hash());
    data.put("to", migration.to().hash());
    data.put("configuration", moved.configuration());
    return new StepCommit(
            id, worker, now, stored.epoch(), stored.revision(), stored.events(), stored.pending())
        .parent(stored.parent())
        .event("migrated", data)
        .toCommit(moved);
  }

  private static MigrationResult refused(String code, String message) {
    return new MigrationResult.Refused(code, message, null);
  }

  private @Nullable Chart chart(String hash) {
    if (hash.equals(migration.from().hash())) {
      return migration.from();
    }
    return hash.equals(migration.to().hash()) ? migration.to() : null;
  }
}
