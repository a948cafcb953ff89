package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.instance.InstanceCache.CachedInstance;
import dev.statute.jdbc.internal.instance.InstanceCache.StableColumns;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StreamEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Change of the instance's row by a commit, which decides whether the commit happens. */
final class InstanceChange {
  /** First attempt. */
  final RowChange change;

  /** Second attempt, if the first changes no row but the expectation may still hold. */
  final @Nullable RowChange fallback;

  private InstanceChange(RowChange change, @Nullable RowChange otherwise) {
    this.change = change;
    this.fallback = otherwise;
  }

  /**
   * Prepares the change.
   *
   * @param snapshot in stored form
   * @param before cache entry before the commit
   * @param after cache entry after the commit
   */
  static InstanceChange of(
      Commit commit, String snapshot, @Nullable CachedInstance before, CachedInstance after) {
    String id = commit.id();
    StableColumns rare = after.stableColumns();
    boolean done = rare.ended() == 1;
    long epoch = after.epoch();
    long revision = after.revision();
    long at = commit.at().toEpochMilli();
    List<StreamEvent> stream = commit.stream();
    Long last = stream.isEmpty() ? null : stream.get(stream.size() - 1).number();
    Long lastSum = last == null ? null : (Long) InstanceRow.eventCrc(id, last);
    long sum =
        InstanceRow.crc(
            id,
            rare.chart(),
            snapshot,
            rare.parent(),
            epoch,
            revision,
            at,
            rare.due(),
            rare.ended());
    String status = InstanceRow.statusName(done ? Status.DONE : Status.LIVE);
    long statusSum = InstanceRow.statusCrc(id, status, null);
    String holder = done ? null : commit.worker().name();
    String session = done ? null : commit.worker().session();
    if (commit.epoch() == 0 && commit.expected() == 0) {
      RowChange begin =
          new RowChange(
              WriteStatement.BEGIN_INSTANCE,
              lastSum == null ? InstanceRow.eventCrc(id, 0) : lastSum,
              id,
              rare.chart(),
              snapshot,
              rare.parent(),
              epoch,
              revision,
              at,
              rare.due(),
              rare.ended(),
              sum,
              last == null ? 0L : last,
              status,
              statusSum,
              holder,
              session);
      return new InstanceChange(begin, null);
    }
    RowChange whole =
        new RowChange(
            WriteStatement.UPDATE_INSTANCE,
            lastSum,
            rare.chart(),
            snapshot,
            rare.parent(),
            epoch,
            revision,
            at,
            rare.due(),
            rare.ended(),
            sum,
            last,
            status,
            statusSum,
            holder,
            session,
            id,
            commit.epoch(),
            commit.expected());
    if (done || before == null || !rare.equals(before.stableColumns())) {
      return new InstanceChange(whole, null);
    }
    RowChange step =
        new RowChange(
            WriteStatement.STEP_INSTANCE,
            lastSum,
            snapshot,
            revision,
            at,
            sum,
            last,
            id,
            commit.epoch(),
            commit.expected(),
            session);
    return new InstanceChange(step, whole);
  }
}
