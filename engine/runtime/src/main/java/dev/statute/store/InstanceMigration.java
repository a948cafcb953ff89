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
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves instances of a store to another definition of their chart. An instance that somebody works
 * on is left alone, one that is moved changes in one commit, which its event stream shows as {@code
 * migrated}; waiting events and effects that are owed stay. Thread-safe.
 */
public final class InstanceMigration {
  private final InstanceStore store;
  private final Migration migration;

  /**
   * @param migration its new chart is made known to the store with the first instance moved
   */
  public InstanceMigration(InstanceStore store, Migration migration) {
    this.store = store;
    this.migration = migration;
  }

  /**
   * What would come of it; changes nothing.
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
   * Moves an instance, if it can be.
   *
   * @param worker enlisted, for as long as this takes
   * @return null if there is no such instance; refused with {@code held} or {@code aside} if nobody
   *     may change it now
   * @throws StoreException as {@link #preview}, or {@code fenced} if somebody took it over
   *     meanwhile
   */
  public @Nullable MigrationResult move(String id, Worker worker, Instant now) {
    Claim claim = store.claim(id, worker, now, this::chart);
    if (claim instanceof Claim.Held held) {
      return refused("held", "'" + held.by().name() + "' works on it until " + held.until());
    }
    if (claim instanceof Claim.Parked aside) {
      return refused("aside", "it is set aside: " + aside.reason());
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
    return new Commit(
        id,
        stored.epoch(),
        stored.revision(),
        moved,
        false,
        stored.parent(),
        worker,
        now,
        List.of(new StreamEvent(stored.events() + 1, now, "migrated", data)),
        List.of(),
        Set.of(),
        List.of());
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
