package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.instance.InboxRow;
import dev.statute.jdbc.internal.instance.InboxUpdates;
import dev.statute.jdbc.internal.instance.InlineHandledIds;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.store.InstanceAdministration.Damage;
import dev.statute.store.InstanceStore.Handled;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event that waits in an inbox although the instance's row contains its id ({@link
 * EventLayout#CHAINED}): an answer that two workers delivered, one through the inbox. A claim of
 * the instance settles it; without a claim, this repair does.
 */
public record StrandedInboxRow(InboxRow row, Handled handled) {
  private static final String ALL =
      "SELECT b.instance_id, b.inbox_id, b.event_id, b.payload, b.at, b.crc, b.outcome,"
          + " b.handled_at, b.outcome_crc, i.latest FROM inbox b"
          + " JOIN instances i ON i.instance_id = b.instance_id"
          + " WHERE b.outcome IS NULL AND i.latest IS NOT NULL";

  public static final String MESSAGE =
      "it waits, though its instance has handled it: a worker settles it, or 'statute store"
          + " repair'";

  public static List<StrandedInboxRow> findAll(JdbcSession session) throws SQLException {
    List<StrandedInboxRow> all = new ArrayList<>();
    session.forEach(
        ALL,
        StrandedInboxRow::of,
        found -> {
          if (found.handled != null) {
            all.add(new StrandedInboxRow(found.row, found.handled));
          }
        });
    return all;
  }

  /** Settles all such events. */
  public static List<Damage> repair(JdbcSession session, Instant now) throws SQLException {
    List<Damage> mended = new ArrayList<>();
    for (StrandedInboxRow each : findAll(session)) {
      if (each.settle(session, now)) {
        mended.add(each.damage());
      }
    }
    return mended;
  }

  private record MatchedRow(InboxRow row, @Nullable Handled handled) {}

  private static MatchedRow of(ResultSet columns) throws SQLException {
    InboxRow row = InboxRow.of(columns);
    return new MatchedRow(row, InlineHandledIds.handled(columns.getString(10), row.event()));
  }

  public Damage damage() {
    return new Damage("inbox", row.name(), MESSAGE);
  }

  /** Settles the event; false if it no longer waits. */
  private boolean settle(JdbcSession session, Instant now) throws SQLException {
    StoreWrite.RowChange change =
        InboxUpdates.settleChange(
            WriteStatement.SETTLE_IF_WAITING, row.instance(), handled, now.toEpochMilli());
    return session.update(change.statement.sql, change.values) > 0;
  }
}
