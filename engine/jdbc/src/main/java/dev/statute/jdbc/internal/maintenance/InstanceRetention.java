package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.instance.InstanceReader;
import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.store.InstanceAdministration.Pruned;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parking, retry, removal and pruning of instances. Old rows are deleted in small transactions, so
 * that other writers wait only briefly.
 */
public final class InstanceRetention {
  private static final int BATCH_SIZE = 500;
  private static final int MAX_ATTEMPTS = 10;

  private final StoreConnections connections;
  private final RedeliveryCheck redelivery;

  public InstanceRetention(StoreConnections core) {
    this.connections = core;
    redelivery = new RedeliveryCheck(core.database);
  }

  public boolean park(String id, String reason) {
    return connections.runTask(
        id,
        "parking instance '" + id + "'",
        session -> {
          for (int n = 0; n < MAX_ATTEMPTS; n++) {
            InstanceRow row = InstanceReader.readRow(session, id);
            if (row == null || !row.exists()) {
              return false;
            }
            int changed =
                session.update(
                    "UPDATE instances SET epoch = ?, crc = ?, status = 'parked', reason = ?,"
                        + " status_crc = ?, holder = NULL, session = NULL"
                        + " WHERE instance_id = ? AND epoch = ? AND rev = ?",
                    row.epoch() + 1,
                    row.crcAtEpoch(row.epoch() + 1),
                    reason,
                    RowChecksum.of(id, "parked", reason),
                    id,
                    row.epoch(),
                    row.revision());
            if (changed > 0) {
              return true;
            }
          }
          throw conflict(id);
        });
  }

  /** Quarantines an unreadable instance; its row stays unchanged for inspection. */
  public void quarantine(String id, String reason) {
    connections.runTask(
        id,
        "quarantining instance '" + id + "'",
        session ->
            session.update(
                "UPDATE instances SET status = 'quarantined', reason = ?, status_crc = ?,"
                    + " holder = NULL, session = NULL"
                    + " WHERE instance_id = ? AND status <> 'removed'",
                reason,
                RowChecksum.of(id, "quarantined", reason),
                id));
  }

  public boolean retry(String id) {
    return connections.runTask(
        id,
        "giving back instance '" + id + "'",
        session -> {
          InstanceRow row = session.first(InstanceRow.BY_ID, InstanceRow::of, id);
          if (row == null || !row.isSetAside()) {
            return false;
          }
          String status = row.ended() == 1 ? "done" : "live";
          return session.update(
                  "UPDATE instances SET status = ?, reason = NULL, status_crc = ?"
                      + " WHERE instance_id = ? AND status = ?",
                  status,
                  RowChecksum.of(id, status, null),
                  id,
                  row.statusWord())
              > 0;
        });
  }

  /** Removes an instance but its numbers, so that they are never reused. */
  public void remove(String id) {
    connections.runTask(
        id, "removing instance '" + id + "'", session -> deleteInstance(session, id, null));
  }

  /**
   * Deletes an instance.
   *
   * @param before condition: it ended before this time without pending effects or answers; null =
   *     none
   */
  private Pruned deleteInstance(JdbcSession session, String id, @Nullable Instant before)
      throws SQLException {
    for (int n = 0; n < MAX_ATTEMPTS; n++) {
      InstanceRow row = session.first(InstanceRow.BY_ID, InstanceRow::of, id);
      if (before != null && (row == null || !isExpired(session, row, before))) {
        return new Pruned(0, 0, 0);
      }
      boolean none = row == null || !row.exists();
      if (row == null || none || tombstone(session, row)) {
        session.update(WriteStatement.DROP_EFFECTS.sql, id);
        session.update("DELETE FROM handled_ids WHERE instance_id = ?", id);
        session.update("DELETE FROM lives WHERE instance_id = ?", id);
        int inbox = session.update("DELETE FROM inbox WHERE instance_id = ?", id);
        int events = session.update("DELETE FROM events WHERE instance_id = ?", id);
        return new Pruned(none ? 0 : 1, inbox, events);
      }
    }
    throw conflict(id);
  }

  private boolean isExpired(JdbcSession session, InstanceRow row, Instant before)
      throws SQLException {
    return row.exists()
        && row.statusWord().equals("done")
        && row.changedAt() < before.toEpochMilli()
        && session
            .query(InstanceReader.EffectRow.BY_INSTANCE, InstanceReader.EffectRow::of, row.id())
            .isEmpty()
        && !redelivery.mayBeRedelivered(session, row);
  }

  private static boolean tombstone(JdbcSession session, InstanceRow row) throws SQLException {
    long epoch = row.epoch() + 1;
    String id = row.id();
    return session.update(
            "UPDATE instances SET snapshot = NULL, parent = NULL, epoch = ?, due_at = NULL,"
                + " ended = 1, crc = ?, status = ?, reason = NULL, status_crc = ?, holder = NULL,"
                + " session = NULL WHERE instance_id = ? AND epoch = ? AND rev = ?",
            epoch,
            RowChecksum.of(
                id, row.chartHash(), null, null, epoch, row.revision(), row.changedAt(), null, 1),
            InstanceRow.REMOVED,
            RowChecksum.of(id, InstanceRow.REMOVED, null),
            id,
            row.epoch(),
            row.revision())
        > 0;
  }

  private static IllegalStateException conflict(String id) {
    return new IllegalStateException(
        "instance '" + id + "' changed each of " + MAX_ATTEMPTS + " times it was to be set aside");
  }

  public Pruned prune(Instant before) {
    long at = before.toEpochMilli();
    long instances = 0;
    long inbox = 0;
    long events = 0;
    String after = "";
    while (true) {
      List<String> ids = findExpired(at, after);
      if (ids.isEmpty()) {
        break;
      }
      for (String id : ids) {
        Pruned one =
            connections.runTask(
                id,
                "removing instance '" + id + "'",
                session -> deleteInstance(session, id, before));
        instances += one.instances();
        inbox += one.inbox();
        events += one.events();
      }
      after = ids.get(ids.size() - 1);
    }
    instances += delete("lives", "rev", "until_at < ?", at);
    inbox += delete("inbox", "event_id", "handled_at < ? AND NOT " + redelivery.condition(), at);
    inbox +=
        delete(
            "inbox",
            "event_id",
            "outcome IS NULL AND at < ? AND NOT EXISTS (SELECT 1 FROM instances i"
                + " WHERE i.instance_id = inbox.instance_id AND i.snapshot IS NOT NULL)",
            at);
    events += delete("events", "number", "at < ?", at);
    return new Pruned(instances, inbox, events);
  }

  private List<String> findExpired(long at, String after) {
    String id = connections.database.inBinaryOrder("i.instance_id");
    return connections.readers.read(
        "looking for old instances",
        session ->
            session.query(
                "SELECT i.instance_id FROM instances i WHERE i.status = 'done' AND i.changed_at < ?"
                    + " AND NOT EXISTS"
                    + " (SELECT 1 FROM outbox o WHERE o.instance_id = i.instance_id) AND "
                    + id
                    + " > ? ORDER BY "
                    + id
                    + " LIMIT ?",
                row -> row.getString(1),
                at,
                after,
                BATCH_SIZE));
  }

  private long delete(String table, String key, String condition, long at) {
    String sql =
        String.format(
            "DELETE FROM %1$s WHERE (instance_id, %2$s) IN"
                + " (SELECT instance_id, %2$s FROM %1$s WHERE %3$s LIMIT %4$d)",
            table, key, condition, BATCH_SIZE);
    long all = 0;
    while (true) {
      int some = connections.runTask("", "dropping old rows", session -> session.update(sql, at));
      all += some;
      if (some < BATCH_SIZE) {
        return all;
      }
    }
  }
}
