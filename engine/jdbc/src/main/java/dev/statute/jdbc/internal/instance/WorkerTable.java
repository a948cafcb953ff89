package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.store.InstanceStore.RegisteredWorker;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table {@code workers}: enlisted workers and their leases. */
public final class WorkerTable {
  public static final String ALL = "SELECT w.name, w.session, w.until_at, w.crc FROM workers w";
  private static final String BY_NAME = ALL + " WHERE w.name = ?";

  private final StoreConnections connections;

  public WorkerTable(StoreConnections core) {
    this.connections = core;
  }

  /** Row of {@code workers}. */
  public record WorkerRow(String name, String session, long until, long crc) implements StoredRow {
    public static WorkerRow of(ResultSet row) throws SQLException {
      return new WorkerRow(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4));
    }

    static long crc(String name, String session, long until) {
      return RowChecksum.of(name, session, until);
    }

    @Override
    @Nullable
    public String damage() {
      return crc == crc(name, session, until) ? null : RowDamage.MISMATCH;
    }

    RegisteredWorker toRegistered() {
      verify("workers");
      return new RegisteredWorker(new Worker(name, session), Instant.ofEpochMilli(until));
    }
  }

  public void enlist(Worker worker, Instant now, Instant until) {
    connections.runTask(
        worker.name(),
        "enlisting worker '" + worker.name() + "'",
        session -> {
          WorkerRow row = session.first(BY_NAME, WorkerRow::of, worker.name());
          if (row != null && row.damage() == null) {
            RegisteredWorker before = row.toRegistered();
            if (!before.worker().equals(worker) && before.until().isAfter(now)) {
              throw alreadyExists(before);
            }
          }
          long end = until.toEpochMilli();
          long crc = WorkerRow.crc(worker.name(), worker.session(), end);
          // of two concurrent attempts, one changes a row
          int changed =
              session.update(
                  "INSERT INTO workers(name, session, until_at, crc) VALUES (?,?,?,?)"
                      + " ON CONFLICT (name) DO UPDATE SET session = excluded.session,"
                      + " until_at = excluded.until_at, crc = excluded.crc"
                      + " WHERE workers.session = excluded.session OR workers.session = ?",
                  worker.name(),
                  worker.session(),
                  end,
                  crc,
                  row == null ? worker.session() : row.session());
          if (changed == 0) {
            throw alreadyExists(new RegisteredWorker(new Worker(worker.name(), "another"), until));
          }
          return true;
        });
  }

  private static StoreException alreadyExists(RegisteredWorker before) {
    return new StoreException(
        "worker-exists",
        "a worker called '"
            + before.worker().name()
            + "' is at work until "
            + before.until()
            + "; give this one another name, or wait",
        null);
  }

  public boolean renew(Worker worker, Instant until) {
    long end = until.toEpochMilli();
    return connections.runTask(
        worker.name(),
        "renewing the lease of worker '" + worker.name() + "'",
        session ->
            session.update(
                    "UPDATE workers SET until_at = ?, crc = ? WHERE name = ? AND session = ?",
                    end,
                    WorkerRow.crc(worker.name(), worker.session(), end),
                    worker.name(),
                    worker.session())
                > 0);
  }

  public void retire(Worker worker) {
    connections.runTask(
        worker.name(),
        "retiring worker '" + worker.name() + "'",
        session ->
            session.update(
                "DELETE FROM workers WHERE name = ? AND session = ?",
                worker.name(),
                worker.session()));
  }

  public List<RegisteredWorker> findAll() {
    String order = " ORDER BY " + connections.database.inBinaryOrder("w.name");
    return connections.readers.read(
        "reading the workers",
        session ->
            session.query(ALL + order, WorkerRow::of).stream()
                .map(WorkerRow::toRegistered)
                .toList());
  }

  /** Returns another worker that holds an instance, with its lease; null if there is none. */
  static @Nullable RegisteredWorker currentHolder(
      JdbcSession session, InstanceRow row, Worker worker, Instant now) throws SQLException {
    if (row.holder() == null || row.isHeldBy(worker)) {
      return null;
    }
    WorkerRow holder = session.first(BY_NAME, WorkerRow::of, row.holder());
    if (holder == null || !holder.session().equals(row.session())) {
      return null;
    }
    RegisteredWorker enlisted = holder.toRegistered();
    return enlisted.until().isAfter(now) ? enlisted : null;
  }
}
