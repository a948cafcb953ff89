package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.LruMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of the rows of instances that it wrote last. What is forgotten costs the next
 * commit a row more, or a look. Thread-safe.
 */
public final class InstanceCache {
  private static final int CAPACITY = 16_384;

  private final Map<String, CachedInstance> entries = new LruMap<>(CAPACITY);

  /**
   * What is known of an instance. Only a commit that expects the epoch and the revision may use it:
   * such a commit does not happen if anybody else's, or a removal, came in between.
   *
   * @param epoch of the instance at which this is so
   * @param revision likewise
   * @param idsRevision the revision that wrote its row of {@code handled_ids}; 0 = none is known
   * @param lastStoredId the last id in that row
   * @param inlineIds as {@link InlineHandledIds} has it; null = none
   * @param lastEventRow the row of the last event of its stream; 0 = none
   * @param stableColumns what most commits leave as it is
   */
  public record CachedInstance(
      long epoch,
      long revision,
      long idsRevision,
      @Nullable Object lastStoredId,
      @Nullable String inlineIds,
      long lastEventRow,
      StableColumns stableColumns) {
    /** Of an instance that was never there. */
    public static final CachedInstance NONE =
        new CachedInstance(0, 0, 0, null, null, 0, new StableColumns("", null, null, 0));

    public static CachedInstance of(InstanceRow row) {
      Long event = row.eventRow();
      return new CachedInstance(
          row.epoch(),
          row.revision(),
          0,
          null,
          row.latest(),
          event == null ? 0 : event,
          new StableColumns(row.chartHash(), row.parent(), row.dueAt(), row.ended()));
    }

    /** The same with another last event. */
    CachedInstance withLastEvent(long otherEvent) {
      return new CachedInstance(
          epoch, revision, idsRevision, lastStoredId, inlineIds, otherEvent, stableColumns);
    }
  }

  /** Columns of an instance's row that a step seldom changes. */
  record StableColumns(String chart, @Nullable String parent, @Nullable Long due, long ended) {}

  /** What is known of an instance at an epoch and a revision; null = nothing is. */
  public synchronized @Nullable CachedInstance get(String id, long epoch, long revision) {
    CachedInstance found = entries.get(id);
    return found != null && found.epoch == epoch && found.revision == revision ? found : null;
  }

  public synchronized void put(String id, CachedInstance now) {
    entries.put(id, now);
  }
}
