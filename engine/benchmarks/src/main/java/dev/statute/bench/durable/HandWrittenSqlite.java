package dev.statute.bench.durable;

import dev.statute.jdbc.JdbcStore;
import dev.statute.store.Durability;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Cost of SQLite and its driver for the rows of an event: the statements of {@link EventWorkload},
 * with rows of the same size in tables of the same schema, in transactions of as many events as are
 * in flight. Without interpretation, checks and thread changes.
 */
final class HandWrittenSqlite implements DurableWorkload {
  private static final String HASH =
      "sha256:d7412a18e0032ab4a6eb84e8902640210c8fc79d0cd34e7d4fd3ba7af7953cff";
  private static final String OUTCOME = "{\"outcome\":\"taken\"}";
  private static final String STREAM =
      "{\"from_state\":\"one\",\"to_state\":\"two\",\"reason\":null}";
  private static final String CAUSE = "{\"event\":\"flip\",\"id\":\"flip-272\"}";
  private static final String SNAPSHOT =
      "{\"format\":1,\"chart\":\"relay\",\"version\":1,\"hash\":\""
          + HASH
          + "\",\"id\":\"relay-64-0\",\"started\":1795338267643,\"sequence\":300"
          + ",\"configuration\":[\"one\"],\"data\":{},\"handled\":[[273,58]]}";
  private static final String LATEST = ",[\"flip-272\",\"taken\",274]";
  private static final String IDS =
      "{\"handled\":[" + "[\"flip-272\",\"taken\",274],".repeat(63) + "[]]}";
  private static final long TIME = 1_795_338_267_643L;

  /** Number of events after which the ids of an instance move out of its snapshot. */
  private static final int GATHERED = 17;

  /** Value with the size of a checksum. */
  private static final long SUM = 2_187_557_799L;

  private final Connection connection;
  private final int inFlight;
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::run, "statute-store-by-hand");
  private volatile boolean ended;

  HandWrittenSqlite(Path file, int inFlight) throws SQLException {
    this.inFlight = inFlight;
    JdbcStore.sqlite(file, Durability.POWER_SAFE).close(); // creates the tables
    connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous = FULL");
      statement.execute("PRAGMA cache_size = -16384");
      statement.execute("PRAGMA wal_autocheckpoint = 8192");
    }
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try (PreparedStatement begin =
            connection.prepareStatement(
                "INSERT INTO instances(instance_id, chart_hash, snapshot, epoch, rev, changed_at,"
                    + " ended, crc, event_seq, event_crc, status, status_crc, holder, session)"
                    + " VALUES (?,?,?,1,0,?,0,?,0,?,'live',?,'worker','session')");
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE instances SET event_crc = ?, snapshot = ?, rev = ?,"
                    + " changed_at = ?, crc = ?, event_seq = ?"
                    + " WHERE instance_id = ? AND epoch = ? AND rev = ? AND session = 'session'");
        PreparedStatement handle =
            connection.prepareStatement(
                "INSERT INTO inbox(instance_id, inbox_id, event_id, at, crc, outcome, handled_at,"
                    + " outcome_crc) VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (instance_id, event_id)"
                    + " DO NOTHING");
        PreparedStatement ids =
            connection.prepareStatement(
                "INSERT INTO handled_ids(instance_id, rev, ids, crc) VALUES (?,?,?,?)"
                    + " ON CONFLICT (instance_id) DO UPDATE SET rev = excluded.rev,"
                    + " ids = excluded.ids, crc = excluded.crc");
        PreparedStatement event =
            connection.prepareStatement(
                "INSERT INTO events(instance_id, number, at, type, payload, cause, crc)"
                    + " VALUES (?,?,?,'state_changed',?,?,?)");
        Statement transaction = connection.createStatement()) {
      for (int i = 0; i < inFlight; i++) {
        row(begin, id(i), HASH, SNAPSHOT, TIME, SUM, SUM, SUM);
      }
      begin.executeBatch();
      for (long n = 0; !ended; n++) {
        transaction.execute("BEGIN IMMEDIATE");
        for (int i = 0; i < inFlight; i++) {
          String id = id(i);
          long time = TIME + n;
          // instances write their ids at different times, as under independent senders
          long gathered = (n + i) % GATHERED;
          String latest = gathered == 0 ? "" : LATEST.repeat((int) gathered);
          row(update, SUM, SNAPSHOT + latest, n + 1, time, SUM, n + 1, id, 1L, n);
          row(handle, id, SUM + n, "flip-" + n, time, SUM, OUTCOME, time, SUM);
          if (gathered == 0) {
            row(ids, id, n, IDS, SUM);
          }
          row(event, id, n + 1, time, STREAM, CAUSE, SUM);
        }
        for (PreparedStatement each : List.of(update, handle, ids, event)) {
          each.executeBatch();
        }
        transaction.execute("COMMIT");
        done.addAndGet(inFlight);
      }
    } catch (SQLException e) {
      failure.set(e);
    }
  }

  private static String id(int lane) {
    return "relay-64-" + lane;
  }

  private static void row(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof String text) {
        statement.setString(i + 1, text);
      } else {
        statement.setLong(i + 1, (Long) values[i]);
      }
    }
    statement.addBatch();
  }

  @Override
  public long done() {
    SQLException error = failure.get();
    if (error != null) {
      throw new IllegalStateException("what was measured failed", error);
    }
    return done.get();
  }

  @Override
  public void end() throws Exception {
    ended = true;
    thread.join();
    connection.close();
    done();
  }
}
