package dev.statute.bench.durable;

import dev.statute.jdbc.JdbcStore;
import dev.statute.store.Durability;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What SQLite and its driver take for the rows of an event: the three statements that {@link
 * Events} come to, with rows of the same size in tables of the same schema, in transactions of as
 * many events as are in flight. Nothing is interpreted, checked or handed over.
 */
final class ByHand implements Work {
  private static final String HASH =
      "sha256:d7412a18e0032ab4a6eb84e8902640210c8fc79d0cd34e7d4fd3ba7af7953cff";
  private static final String OUTCOME = "{\"outcome\":\"taken\"}";
  private static final String STREAM =
      "{\"from_state\":\"one\",\"to_state\":\"two\",\"reason\":null}";
  private static final long TIME = 1_795_338_267_643L;

  /** As large as a checksum is. */
  private static final long SUM = 2_187_557_799L;

  private final Connection connection;
  private final int inFlight;
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::run, "statute-store-by-hand");
  private volatile boolean ended;

  ByHand(Path file, int inFlight) throws SQLException {
    this.inFlight = inFlight;
    JdbcStore.sqlite(file, Durability.POWER_SAFE).close(); // makes the tables
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
                "UPDATE instances SET chart_hash = ?, snapshot = ?, epoch = ?, rev = ?,"
                    + " changed_at = ?, crc = ?, event_seq = ?, event_crc = ?, status = 'live',"
                    + " status_crc = ?, holder = 'worker', session = 'session'"
                    + " WHERE instance_id = ? AND epoch = ? AND rev = ?");
        PreparedStatement handle =
            connection.prepareStatement(
                "INSERT INTO inbox(instance_id, inbox_id, event_id, at, crc, outcome, handled_at,"
                    + " outcome_crc) VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (instance_id, event_id)"
                    + " DO NOTHING");
        PreparedStatement event =
            connection.prepareStatement(
                "INSERT INTO events(instance_id, number, at, type, payload, crc)"
                    + " VALUES (?,?,?,'state_changed',?,?)");
        Statement transaction = connection.createStatement()) {
      for (int i = 0; i < inFlight; i++) {
        row(begin, id(i), HASH, snapshot(0), TIME, SUM, SUM, SUM);
      }
      begin.executeBatch();
      for (long n = 0; !ended; n++) {
        transaction.execute("BEGIN IMMEDIATE");
        for (int i = 0; i < inFlight; i++) {
          row(update, HASH, snapshot(n), 1L, n + 1, TIME + n, SUM, n + 1, SUM, SUM, id(i), 1L, n);
          row(handle, id(i), SUM + n, "flip-" + n, TIME + n, SUM, OUTCOME, TIME + n, SUM);
          row(event, id(i), n + 1, TIME + n, STREAM, SUM);
        }
        update.executeBatch();
        handle.executeBatch();
        event.executeBatch();
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

  /** As long as one that remembers half of the ids that it remembers at most. */
  private static String snapshot(long n) {
    return "{\"format\":1,\"chart\":\"relay\",\"version\":1,\"hash\":\""
        + HASH
        + "\",\"id\":\"relay-64-0\",\"started\":1795338267643,\"sequence\":"
        + n
        + ",\"configuration\":[\"one\"],\"data\":{},\"handled\":[[273,58]"
        + ",[\"flip-272\",\"taken\",274]".repeat(8)
        + "]}";
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
