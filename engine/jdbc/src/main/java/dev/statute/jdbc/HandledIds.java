package dev.statute.jdbc;

import dev.statute.jdbc.InstanceCache.Known;
import dev.statute.jdbc.InstanceCache.Rare;
import dev.statute.jdbc.StoreWrite.Change;
import dev.statute.json.JsonText;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.SnapshotExtras.Handled;
import dev.statute.step.internal.plain.SnapshotWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ids that an instance handled last. A snapshot remembers dozens of them, which would be most
 * of what a commit writes; so only the newest few are written with it, and the others lie in a row
 * of {@code handled_ids}, which is written anew when the newest have become too many.
 *
 * <p>In a stored snapshot that needs the row, the first of {@code handled} is a pair: the revision
 * in which the row was written, and how many of the row's ids, its last ones, still count. The row
 * belongs to the instance by that revision, which no other commit under the id ever has; both are
 * written in the transaction of the commit, and read in one.
 */
final class HandledIds {
  /** So many are written with every snapshot at most; with so few, there is no row. */
  private static final int NEWEST = 16;

  private static final String KEY = "handled";

  /** What a stored snapshot has that may need a row: an id is a text, a revision a number. */
  private static final Pattern NEEDS_ROW = Pattern.compile("\"handled\":\\[\\[\\d");

  private HandledIds() {}

  /**
   * What a commit writes.
   *
   * @param snapshot JSON
   * @param row the row anew; null = it stays as it is
   * @param known what is known of the instance afterwards, but for its last event
   */
  record Part(String snapshot, @Nullable Change row, Known known) {}

  /**
   * Divides a snapshot.
   *
   * @param epoch the instance has after the commit
   * @param revision likewise
   * @param rare likewise
   * @param before what is known of it
   * @param layout where the newest ids go: into the snapshot, or beside it; of an instance that
   *     ended all have their row in the inbox
   */
  static Part divide(
      String id,
      Snapshot snapshot,
      long epoch,
      long revision,
      Rare rare,
      @Nullable Known before,
      EventLayout layout) {
    List<Handled> ids = snapshot.rest().handled().list();
    List<Object> stored = new ArrayList<>();
    List<Handled> newest = ids;
    Change row = null;
    long written = 0;
    Handled last = null;
    if (ids.size() > NEWEST) {
      int older = before == null || before.last() == null ? 0 : ids.lastIndexOf(before.last()) + 1;
      if (before != null && older > 0 && ids.size() - older <= NEWEST) {
        written = before.ids();
      } else {
        older = ids.size();
        written = revision;
        String text = JsonText.write(Map.of(KEY, entries(ids)));
        row =
            new Change(
                WriteStatements.KEEP_IDS, id, revision, text, RowChecksum.of(id, revision, text));
      }
      stored.add(List.of(written, (long) older));
      last = ids.get(older - 1);
      newest = ids.subList(older, ids.size());
    }
    boolean apart = layout == EventLayout.CHAINED && !snapshot.isDone();
    if (!apart) {
      stored.addAll(entries(newest));
    }
    String latest = InlineHandledIds.text(apart ? newest : List.of());
    Known known = new Known(epoch, revision, written, last, latest, 0, rare);
    return new Part(JsonText.write(SnapshotWriter.write(snapshot, stored)), row, known);
  }

  /** As a snapshot has them. */
  private static List<?> entries(List<Handled> ids) {
    return ids.stream().map(SnapshotWriter::handled).toList();
  }

  /** The whole snapshot as JSON, of what is stored of it. */
  static String whole(JdbcSession session, InstanceRow of, String stored) throws SQLException {
    List<?> latest = InlineHandledIds.entries(of.latest());
    if (latest.isEmpty() && !NEEDS_ROW.matcher(stored).find()) {
      return stored;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>(JsonText.object(stored));
    List<?> newest = all.get(KEY) instanceof List<?> list ? list : List.of();
    List<Object> ids = new ArrayList<>();
    if (!newest.isEmpty()
        && newest.get(0) instanceof List<?> pair
        && pair.size() == 2
        && pair.get(0) instanceof Long revision
        && pair.get(1) instanceof Long count) {
      ids.addAll(older(session, of.id(), revision, count));
      ids.addAll(newest.subList(1, newest.size()));
    } else {
      ids.addAll(newest);
    }
    ids.addAll(latest);
    all.put(KEY, ids);
    return JsonText.write(all);
  }

  private static List<?> older(JdbcSession session, String id, long revision, long count)
      throws SQLException {
    Row row = session.first(Row.OF, Row::of, id);
    List<?> older = row == null ? List.of() : row.checked().ids();
    if (row == null || row.revision != revision || older.size() < count) {
      throw InstanceRow.corrupted(
          Row.TABLE, id, "it has not the " + count + " ids of revision " + revision);
    }
    return older.subList(older.size() - (int) count, older.size());
  }

  /** A row of {@code handled_ids}, as it lies there. */
  record Row(String instance, long revision, String text, long crc) {
    static final String TABLE = "handled_ids";
    static final String ALL = "SELECT instance_id, rev, ids, crc FROM handled_ids";
    static final String OF = ALL + " WHERE instance_id = ?";

    static Row of(ResultSet row) throws SQLException {
      return new Row(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4));
    }

    @Nullable String damage() {
      return crc == RowChecksum.of(instance, revision, text) ? null : ChecksumAudit.SUM;
    }

    Row checked() {
      String damage = damage();
      if (damage != null) {
        throw InstanceRow.corrupted(TABLE, instance, damage);
      }
      return this;
    }

    List<?> ids() {
      return JsonText.object(text).get(KEY) instanceof List<?> list ? list : List.of();
    }
  }
}
