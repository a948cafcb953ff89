package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.instance.ChartTextRow;
import dev.statute.jdbc.internal.instance.HandledIds;
import dev.statute.jdbc.internal.instance.InboxRow;
import dev.statute.jdbc.internal.instance.InstanceReader;
import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.instance.LifeRow;
import dev.statute.jdbc.internal.instance.WorkerTable;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
import dev.statute.jdbc.internal.turn.TurnTables;
import dev.statute.store.InstanceAdministration.Damage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Verification of every row of every table, checksum and content. */
public final class ChecksumAudit {
  private final JdbcSession session;
  private final List<Damage> damages = new ArrayList<>();

  private ChecksumAudit(JdbcSession session) {
    this.session = session;
  }

  public static List<Damage> run(JdbcSession session) throws SQLException {
    ChecksumAudit check = new ChecksumAudit(session);
    check.table("workers", WorkerTable.ALL, WorkerTable.WorkerRow::of);
    check.charts();
    check.table(ChartTextRow.TABLE, ChartTextRow.ALL, ChartTextRow::of);
    check.table(
        "instances", "SELECT " + InstanceRow.COLUMNS + " FROM instances i", InstanceRow::of);
    check.table(
        HandledIds.HandledIdsRow.TABLE, HandledIds.HandledIdsRow.ALL, HandledIds.HandledIdsRow::of);
    check.table("inbox", InboxRow.ALL, InboxRow::of);
    check.table("outbox", InstanceReader.EffectRow.ALL, InstanceReader.EffectRow::of);
    check.table("lives", LifeRow.ALL, LifeRow::of);
    check.table("events", InstanceReader.EventRow.ALL, InstanceReader.EventRow::of);
    for (RecordTable<?> table : TurnTables.ALL) {
      check.damages.addAll(table.check(session));
    }
    return check.damages;
  }

  private <T extends StoredRow> void table(String table, String sql, JdbcSession.RowReader<T> read)
      throws SQLException {
    session.forEach(
        sql,
        read,
        row -> {
          String message = row.defect();
          if (message != null) {
            damages.add(new Damage(table, row.name(), message));
          }
        });
  }

  private void charts() throws SQLException {
    session.forEach(
        "SELECT hash, name, version, crc FROM charts",
        row -> {
          String hash = row.getString(1);
          boolean good = row.getLong(4) == RowChecksum.of(hash, row.getString(2), row.getInt(3));
          return good ? "" : hash;
        },
        hash -> {
          if (!hash.isEmpty()) {
            damages.add(new Damage("charts", hash, RowDamage.MISMATCH));
          }
        });
  }
}
