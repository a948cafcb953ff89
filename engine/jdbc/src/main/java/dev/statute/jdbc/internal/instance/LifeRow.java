package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.json.JsonText;
import dev.statute.json.SnapshotJson;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Life;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Row of {@code lives}. */
public record LifeRow(String instance, long revision, long until, String snapshot, long crc)
    implements StoredRow {
  public static final String ALL = "SELECT instance_id, rev, until_at, snapshot, crc FROM lives";
  public static final String BY_INSTANCE = ALL + " WHERE instance_id = ? ORDER BY rev";

  public static LifeRow of(ResultSet row) throws SQLException {
    return new LifeRow(
        row.getString(1), row.getLong(2), row.getLong(3), row.getString(4), row.getLong(5));
  }

  /** Returns the insertion of an ended life. */
  static RowChange insert(Snapshot ended, long revision, long until) {
    String id = ended.id();
    String json = SnapshotJson.write(ended);
    return new RowChange(
        WriteStatement.ADD_LIFE,
        id,
        revision,
        until,
        json,
        RowChecksum.of(id, revision, until, json));
  }

  @Override
  @Nullable
  public String damage() {
    return crc == RowChecksum.of(instance, revision, until, snapshot) ? null : RowDamage.MISMATCH;
  }

  @Override
  @Nullable
  public String unreadable() {
    return RowDamage.unreadable(this::content);
  }

  @Override
  public String name() {
    return instance + "/" + revision;
  }

  private Map<String, @Nullable Object> content() {
    return JsonText.object(snapshot);
  }

  public Life life() {
    return readContent("lives", () -> new Life(revision, Instant.ofEpochMilli(until), content()));
  }
}
