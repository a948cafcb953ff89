package dev.statute.jdbc;

import dev.statute.jdbc.Write.Change;
import dev.statute.json.JsonText;
import dev.statute.step.Snapshot;
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
 * written in the transaction of the commit, and read in one. What a store knows of a row, it knows
 * of a revision: it is used only by the commit that expects that revision, and such a commit does
 * not happen if anybody else's came in between.
 */
final class HandledIds {
  /** So many are written with every snapshot at most; with so few, there is no row. */
  private static final int NEWEST = 16;

  private static final String KEY = "handled";

  /** What a stored snapshot has that may need a row: an id is a text, a revision a number. */
  private static final Pattern NEEDS_ROW = Pattern.compile("\"handled\":\\[\\[\\d");

  private HandledIds() {}

  /**
   * What is known of a row.
   *
   * @param at the revision of the instance at which this is so
   * @param row the revision that wrote the row
   * @param last the last id in it
   */
  record Kept(long at, long row, Object last) {}

  /**
   * What a commit writes.
   *
   * @param snapshot JSON
   * @param row the row anew; null = it stays as it is
   * @param kept what is known of the row afterwards; null = the snapshot needs none
   */
  record Part(String snapshot, @Nullable Change row, @Nullable Kept kept) {}

  /**
   * Divides a snapshot.
   *
   * @param revision the instance has after the commit
   * @param before what is known of its row
   */
  static Part divide(String id, Snapshot snapshot, long revision, @Nullable Kept before) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(snapshot.toMap());
    List<?> ids = all.get(KEY) instanceof List<?> list ? list : List.of();
    if (ids.size() <= NEWEST) {
      return new Part(JsonText.write(all), null, null);
    }
    int older = before == null || before.at != revision - 1 ? 0 : ids.lastIndexOf(before.last) + 1;
    if (before != null && older > 0 && ids.size() - older <= NEWEST) {
      all.put(KEY, with(before.row, older, ids.subList(older, ids.size())));
      return new Part(JsonText.write(all), null, new Kept(revision, before.row, before.last));
    }
    all.put(KEY, with(revision, ids.size(), List.of()));
    String text = JsonText.write(Map.of(KEY, ids));
    Change row = new Change(Sql.KEEP_IDS, id, revision, text, Crc.of(id, revision, text));
    Object last = ids.get(ids.size() - 1);
    return new Part(JsonText.write(all), row, new Kept(revision, revision, last));
  }

  private static List<Object> with(long row, long count, List<?> newest) {
    List<Object> all = new ArrayList<>();
    all.add(List.of(row, count));
    all.addAll(newest);
    return all;
  }

  /** The whole snapshot as JSON, of what is stored of it. */
  static String whole(Session session, String id, String stored) throws SQLException {
    if (!NEEDS_ROW.matcher(stored).find()) {
      return stored;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>(JsonText.object(stored));
    if (!(all.get(KEY) instanceof List<?> newest
        && !newest.isEmpty()
        && newest.get(0) instanceof List<?> pair
        && pair.size() == 2
        && pair.get(0) instanceof Long revision
        && pair.get(1) instanceof Long count)) {
      return stored; // some data of that name
    }
    Row row = session.first(Row.OF, Row::of, id);
    List<?> older = row == null ? List.of() : row.checked().ids();
    if (row == null || row.revision != revision || older.size() < count) {
      throw InstanceRow.corrupted(
          Row.TABLE, id, "it has not the " + count + " ids of revision " + revision);
    }
    List<Object> ids =
        new ArrayList<>(older.subList(older.size() - count.intValue(), older.size()));
    ids.addAll(newest.subList(1, newest.size()));
    all.put(KEY, ids);
    return JsonText.write(all);
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
      return crc == Crc.of(instance, revision, text) ? null : Check.SUM;
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
