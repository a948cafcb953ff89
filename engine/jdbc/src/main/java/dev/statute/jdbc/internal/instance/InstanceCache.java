package dev.statute.jdbc.internal.instance;

import dev.statute.collection.BoundedMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the last written rows of instances. A missing entry costs the next commit an additional
 * row or read. Thread-safe.
 */
public final class InstanceCache {
  private static final int CAPACITY = 16_384;

  private final Map<String, CachedInstance> entries = BoundedMap.ofRecentlyUsed(CAPACITY);

  /**
   * Cache entry of an instance. Only a commit that expects this epoch and revision may use it: it
   * fails if another commit, or a removal, came in between.
   *
   * @param epoch of the instance
   * @param revision of the instance
   * @param idsRevision the revision of its row of {@code handled_ids}; 0 = none is known
   * @param lastStoredId the last id in that row
   * @param stableColumns columns that most commits leave unchanged
   */
  public record CachedInstance(
      long epoch,
      long revision,
      long idsRevision,
      @Nullable Object lastStoredId,
      StableColumns stableColumns) {}

  /** Columns of an instance's row that seldom change. */
  record StableColumns(String chart, @Nullable String parent, @Nullable Long due, long ended) {}

  /** Returns the entry of an instance at an epoch and a revision; null = unknown. */
  public synchronized @Nullable CachedInstance get(String id, long epoch, long revision) {
    CachedInstance found = entries.get(id);
    return found != null && found.epoch == epoch && found.revision == revision ? found : null;
  }

  public synchronized void put(String id, CachedInstance now) {
    entries.put(id, now);
  }
}
