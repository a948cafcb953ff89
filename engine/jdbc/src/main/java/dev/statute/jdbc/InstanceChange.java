package dev.statute.jdbc;

import dev.statute.jdbc.InstanceCache.Known;
import dev.statute.jdbc.InstanceCache.Rare;
import dev.statute.jdbc.StoreWrite.Change;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StreamEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a commit writes the row of its instance, which decides whether the commit happens. */
final class InstanceChange {
  /** What is tried first. */
  final Change change;

  /** What is tried if that changes no row, though the instance may be where it should be. */
  final @Nullable Change otherwise;

  private InstanceChange(Change change, @Nullable Change otherwise) {
    this.change = change;
    this.otherwise = otherwise;
  }

  /**
   * @param snapshot as it is stored
   * @param before what is known of the instance
   * @param after what is known of it if the commit happens
   */
  static InstanceChange of(
      Commit commit, String snapshot, @Nullable Known before, Known after, EventLayout layout) {
    String id = commit.id();
    Rare rare = after.rare();
    boolean done = rare.ended() == 1;
    long epoch = after.epoch();
    long revision = after.revision();
    String latest = after.latest();
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
    String status = InstanceRow.word(done ? Status.DONE : Status.LIVE);
    long statusSum = InstanceRow.statusCrc(id, status, null);
    String holder = done ? null : commit.worker().name();
    String session = done ? null : commit.worker().session();
    if (commit.epoch() == 0 && commit.expected() == 0) {
      long first = stream.isEmpty() ? 1 : stream.get(0).number();
      Long kept = layout == EventLayout.CHAINED ? (Long) first : null;
      Change begin =
          new Change(
              WriteStatements.BEGIN_INSTANCE,
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
    Change whole =
        new Change(
            WriteStatements.UPDATE_INSTANCE,
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
    if (done || before == null || !rare.equals(before.rare())) {
      return new InstanceChange(whole, null);
    }
    Change step =
        new Change(
            WriteStatements.STEP_INSTANCE,
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
  void leadsTo(long row, long sum) {
    leadTo(change, row, sum);
    if (otherwise != null) {
      leadTo(otherwise, row, sum);
    }
  }

  /** All of them begin with these two. */
  private static void leadTo(Change change, long row, long sum) {
    change.values[0] = row;
    change.values[1] = sum;
  }
}
