package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.instance.InstanceCache.CachedInstance;
import dev.statute.jdbc.internal.instance.InstanceCache.StableColumns;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import dev.statute.jdbc.internal.write.WriteStatement;
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
 * Ids of recently handled events. A snapshot contains dozens of them, which would be most of a
 * commit; so only the newest few are written with it, and the others are in a row of {@code
 * handled_ids}, which is rewritten when the newest have become too many.
 *
 * <p>In a stored snapshot that needs the row, the first element of {@code handled} is a pair: the
 * revision in which the row was written, and the number of the row's last ids that still count. The
 * revision, unique under the id, connects the row with the instance; both are written in the
 * transaction of the commit, and read in one.
 */
public final class HandledIds {
  /** Maximum number of ids in a stored snapshot; with no more ids, there is no row. */
  private static final int MAX_INLINE = 16;

  private static final String KEY = "handled";

  /** Start of a stored snapshot that needs a row: an id is a text, a revision a number. */
  private static final Pattern NEEDS_ROW = Pattern.compile("\"handled\":\\[\\[\\d");

  private HandledIds() {}

  /**
   * Parts of a snapshot in a commit.
   *
   * @param snapshot JSON
   * @param idsRow the new row; null = unchanged
   * @param cachedAfter cache entry afterwards
   */
  record SplitSnapshot(String snapshot, @Nullable RowChange idsRow, CachedInstance cachedAfter) {}

  /**
   * Splits a snapshot.
   *
   * @param epoch of the instance after the commit
   * @param revision after the commit
   * @param rare rarely changed columns after the commit
   * @param before cache entry before the commit
   */
  static SplitSnapshot split(
      String id,
      Snapshot snapshot,
      long epoch,
      long revision,
      StableColumns rare,
      @Nullable CachedInstance before) {
    Map<String, @Nullable Object> all = snapshot.toMap();
    List<?> ids = all.get(KEY) instanceof List<?> list ? list : List.of();
    List<Object> stored = new ArrayList<>();
    List<?> newest = ids;
    RowChange row = null;
    long written = 0;
    Object last = null;
    if (ids.size() > MAX_INLINE) {
      int older =
          before == null || before.lastStoredId() == null
              ? 0
              : ids.lastIndexOf(before.lastStoredId()) + 1;
      if (before != null && older > 0 && ids.size() - older <= MAX_INLINE) {
        written = before.idsRevision();
      } else {
        older = ids.size();
        written = revision;
        String text = JsonText.write(Map.of(KEY, ids));
        row =
            new RowChange(
                WriteStatement.PUT_HANDLED_IDS,
                id,
                revision,
                text,
                RowChecksum.of(id, revision, text));
      }
      stored.add(List.of(written, (long) older));
      last = ids.get(older - 1);
      newest = ids.subList(older, ids.size());
    }
    stored.addAll(newest);
    CachedInstance known = new CachedInstance(epoch, revision, written, last, rare);
    if (!ids.isEmpty()) {
      all.put(KEY, stored);
    }
    return new SplitSnapshot(JsonText.write(all), row, known);
  }

  /** Restores the whole snapshot as JSON from its stored parts. */
  static String restore(JdbcSession session, String id, String stored) throws SQLException {
    if (!NEEDS_ROW.matcher(stored).find()) {
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
      ids.addAll(storedIds(session, id, revision, count));
      ids.addAll(newest.subList(1, newest.size()));
    } else {
      ids.addAll(newest);
    }
    all.put(KEY, ids);
    return JsonText.write(all);
  }

  private static List<?> storedIds(JdbcSession session, String id, long revision, long count)
      throws SQLException {
    HandledIdsRow row = session.first(HandledIdsRow.BY_INSTANCE, HandledIdsRow::of, id);
    if (row != null) {
      row.verify(HandledIdsRow.TABLE);
    }
    List<?> older = row == null ? List.of() : row.ids();
    if (row == null || row.revision != revision || older.size() < count) {
      throw RowDamage.corrupted(
          HandledIdsRow.TABLE, id, "it has not the " + count + " ids of revision " + revision);
    }
    return older.subList(older.size() - (int) count, older.size());
  }

  /** Row of {@code handled_ids}. */
  public record HandledIdsRow(String instance, long revision, String text, long crc)
      implements StoredRow {
    public static final String TABLE = "handled_ids";
    public static final String ALL = "SELECT instance_id, rev, ids, crc FROM handled_ids";
    static final String BY_INSTANCE = ALL + " WHERE instance_id = ?";

    public static HandledIdsRow of(ResultSet row) throws SQLException {
      return new HandledIdsRow(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4));
    }

    @Override
    public String name() {
      return instance;
    }

    @Override
    @Nullable
    public String damage() {
      return crc == RowChecksum.of(instance, revision, text) ? null : RowDamage.MISMATCH;
    }

    @Override
    @Nullable
    public String unreadable() {
      return RowDamage.unreadable(this::ids);
    }

    public List<?> ids() {
      return JsonText.object(text).get(KEY) instanceof List<?> list ? list : List.of();
    }
  }
}
