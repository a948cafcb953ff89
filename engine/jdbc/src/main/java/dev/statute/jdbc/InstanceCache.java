package dev.statute.jdbc;

import dev.statute.step.internal.model.SnapshotExtras.Handled;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of the rows of instances that it wrote last. What is forgotten costs the next
 * commit a row more, or a look. Thread-safe.
 */
final class InstanceCache {
  private static final int MOST = 16_384;

  private final Map<String, Known> known = new LruMap<>(MOST);

  /**
   * What is known of an instance. Only a commit that expects the epoch and the revision may use it:
   * such a commit does not happen if anybody else's, or a removal, came in between.
   *
   * @param epoch of the instance at which this is so
   * @param revision likewise
   * @param ids the revision that wrote its row of {@code handled_ids}; 0 = none is known
   * @param last the last id in that row
   * @param latest as {@link InlineHandledIds} has it; null = none
   * @param event the row of the last event of its stream; 0 = none
   * @param rare what most commits leave as it is
   */
  record Known(
      long epoch,
      long revision,
      long ids,
      @Nullable Handled last,
      @Nullable String latest,
      long event,
      Rare rare) {
    /** Of an instance that was never there. */
    static final Known NOTHING = new Known(0, 0, 0, null, null, 0, new Rare("", null, null, 0));

    static Known of(InstanceRow row) {
      Long event = row.eventRow();
      return new Known(
          row.epoch(),
          row.revision(),
          0,
          null,
          row.latest(),
          event == null ? 0 : event,
          new Rare(row.chartHash(), row.parent(), row.dueAt(), row.ended()));
    }

    /** The same with another last event. */
    Known with(long otherEvent) {
      return new Known(epoch, revision, ids, last, latest, otherEvent, rare);
    }
  }

  /** Columns of an instance's row that a step seldom changes. */
  record Rare(String chart, @Nullable String parent, @Nullable Long due, long ended) {}

  /** What is known of an instance at an epoch and a revision; null = nothing is. */
  synchronized @Nullable Known of(String id, long epoch, long revision) {
    Known found = known.get(id);
    return found != null && found.epoch == epoch && found.revision == revision ? found : null;
  }

  synchronized void put(String id, Known now) {
    known.put(id, now);
  }
}
