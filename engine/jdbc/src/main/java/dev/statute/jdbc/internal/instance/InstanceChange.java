package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.instance.InstanceCache.CachedInstance;
import dev.statute.jdbc.internal.instance.InstanceCache.StableColumns;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StreamEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a commit writes the row of its instance, which decides whether the commit happens. */
final class InstanceChange {
  /** What is tried first. */
  final RowChange change;

  /** What is tried if that changes no row, though the instance may be where it should be. */
  final @Nullable RowChange fallback;

  private InstanceChange(RowChange change, @Nullable RowChange otherwise) {
    this.change = change;
    this.fallback = otherwise;
  }

  /**
   * @param snapshot as it is stored
   * @param before what is known of the instance
   * @param after what is known of it if the commit happens
   */
  static InstanceChange of(
      Commit commit,
      String snapshot,
      @Nullable CachedInstance before,
      CachedInstance after,
      EventLayout layout) {
    String id = commit.id();
    StableColumns rare = after.stableColumns();
    boolean done = rare.ended() == 1;
    long epoch = after.epoch();
    long revision = after.revision();
    String latest = after.inlineIds();
    long at = commit.at().toEpochMilli();
    List<StreamEvent> stream = commit.stream();
    Long last = stream.isEmpty() ? null : stream.get(stream.size() - 1).number();
    Long lastSum = last == null ? null : (Long) InstanceRow.eventCrc(id, last, null);
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
            rare.ended(),
            latest);
    String status = InstanceRow.statusName(done ? Status.DONE : Status.LIVE);
    long statusSum = InstanceRow.statusCrc(id, status, null);
    String holder = done ? null : commit.worker().name();
    String session = done ? null : commit.worker().session();
    if (commit.epoch() == 0 && commit.expected() == 0) {
      long first = stream.isEmpty() ? 1 : stream.get(0).number();
      Long kept = layout == EventLayout.CHAINED ? (Long) first : null;
      RowChange begin =
          new RowChange(
              WriteStatement.BEGIN_INSTANCE,
              null,
              lastSum == null ? InstanceRow.eventCrc(id, 0, null) : lastSum,
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
              session,
              latest,
              kept,
              kept == null ? null : (Long) InstanceRow.keptCrc(id, kept));
      return new InstanceChange(begin, null);
    }
    RowChange whole =
        new RowChange(
            WriteStatement.UPDATE_INSTANCE,
            null,
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
            latest,
            id,
            commit.epoch(),
            commit.expected());
    if (done || before == null || !rare.equals(before.stableColumns())) {
      return new InstanceChange(whole, null);
    }
    RowChange step =
        new RowChange(
            WriteStatement.STEP_INSTANCE,
            null,
            lastSum,
            snapshot,
            revision,
            at,
            sum,
            last,
            latest,
            id,
            commit.epoch(),
            commit.expected(),
            session);
    return new InstanceChange(step, whole);
  }

  /** Is told where the last event of the stream comes to lie ({@link EventLayout#CHAINED}). */
  void setLastEvent(long row, long sum) {
    setLastEventRow(change, row, sum);
    if (fallback != null) {
      setLastEventRow(fallback, row, sum);
    }
  }

  /** All of them begin with these two. */
  private static void setLastEventRow(RowChange change, long row, long sum) {
    change.values[0] = row;
    change.values[1] = sum;
  }
}
