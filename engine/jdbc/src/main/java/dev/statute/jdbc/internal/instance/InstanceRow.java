package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
import dev.statute.json.JsonText;
import dev.statute.json.StoreJson;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.Worker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Row of {@code instances}.
 *
 * @param snapshot JSON; null = the instance was removed, only its numbers remain
 * @param parent JSON, or null
 */
public record InstanceRow(
    String id,
    String chartHash,
    @Nullable String snapshot,
    @Nullable String parent,
    long epoch,
    long revision,
    long changedAt,
    @Nullable Long dueAt,
    long ended,
    long crc,
    long events,
    long eventCrc,
    String statusWord,
    @Nullable String reason,
    long statusCrc,
    @Nullable String holder,
    @Nullable String session)
    implements StoredRow {
  public static final String COLUMNS =
      "i.instance_id, i.chart_hash, i.snapshot, i.parent, i.epoch, i.rev, i.changed_at, i.due_at,"
          + " i.ended, i.crc, i.event_seq, i.event_crc, i.status, i.reason, i.status_crc, i.holder,"
          + " i.session";
  static final int COLUMN_COUNT = 17;
  public static final String BY_ID =
      "SELECT " + COLUMNS + " FROM instances i WHERE i.instance_id = ?";
  public static final String REMOVED = "removed";

  public static InstanceRow of(ResultSet row) throws SQLException {
    return new InstanceRow(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        row.getLong(6),
        row.getLong(7),
        JdbcSession.longOrNull(row, 8),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11),
        row.getLong(12),
        row.getString(13),
        row.getString(14),
        row.getLong(15),
        row.getString(16),
        row.getString(17));
  }

  /** Returns the checksum of this row in another epoch. */
  public long crcAtEpoch(long otherEpoch) {
    return RowChecksum.of(
        id, chartHash, snapshot, parent, otherEpoch, revision, changedAt, dueAt, ended);
  }

  @Override
  public String name() {
    return id;
  }

  @Override
  @Nullable
  public String damage() {
    if (crc != crcAtEpoch(epoch)) {
      return RowDamage.MISMATCH;
    }
    if (eventCrc != RowChecksum.of(id, events)) {
      return "its event number does not match its checksum";
    }
    if (statusCrc != RowChecksum.of(id, statusWord, reason)) {
      return "its status does not match its checksum";
    }
    return null;
  }

  InstanceRow verified(String asked) {
    if (!asked.equals(id)) {
      throw RowDamage.corrupted("instances", asked, "it says it is '" + id + "'");
    }
    verify("instances");
    return this;
  }

  @Override
  @Nullable
  public String unreadable() {
    return RowDamage.unreadable(
        () -> {
          if (snapshot != null) {
            Map<String, ?> unused = JsonText.object(snapshot);
          }
          Parent unused = parentOrNull();
        });
  }

  public boolean exists() {
    return snapshot != null;
  }

  public boolean isSetAside() {
    return statusWord.equals("parked") || statusWord.equals("quarantined");
  }

  boolean isHeldBy(Worker worker) {
    return worker.name().equals(holder) && worker.session().equals(session);
  }

  Status status() {
    return switch (statusWord) {
      case "live" -> Status.LIVE;
      case "parked" -> Status.PARKED;
      case "quarantined" -> Status.QUARANTINED;
      default -> Status.DONE;
    };
  }

  static String statusName(Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  @Nullable
  public Parent parentOrNull() {
    if (parent == null) {
      return null;
    }
    Map<String, ?> all = StoreJson.values(parent);
    return new Parent(
        String.valueOf(all.get("instance")),
        String.valueOf(all.get("invocation")),
        all.get("run") instanceof Long run ? run : 0,
        String.valueOf(all.get("key")));
  }

  static @Nullable String parent(@Nullable Parent parent) {
    if (parent == null) {
      return null;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("instance", parent.instance());
    all.put("invocation", parent.invocation());
    all.put("run", parent.run());
    all.put("key", parent.key());
    return StoreJson.values(all);
  }
}
