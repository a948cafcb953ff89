package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/**
 * Pool of reading connections; each transaction sees one state. Thread-safe; callers wait for a
 * free connection.
 */
public final class ReadConnectionPool implements AutoCloseable {
  private final DatabaseDialect database;
  private final Semaphore permits;
  private final Deque<JdbcSession> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  public ReadConnectionPool(DatabaseDialect database) {
    this.database = database;
    permits = new Semaphore(database.readerCount());
  }

  /** Reads; if an idle connection has died, repeats the read on another one. */
  public <T> T read(String doing, JdbcSession.SessionWork<T> reading) {
    permits.acquireUninterruptibly();
    try {
      while (true) {
        JdbcSession kept = idle.pollFirst();
        try {
          return readOnce(kept == null ? database.session(false) : kept, reading);
        } catch (SQLException e) {
          if (kept == null || !database.isConnectionLost(e)) {
            throw database.explain(doing, e);
          }
        }
      }
    } finally {
      permits.release();
    }
  }

  private <T> T readOnce(JdbcSession session, JdbcSession.SessionWork<T> reading)
      throws SQLException {
    if (closed) {
      session.close();
      throw new StoreException("closed", database.name() + " is closed", null);
    }
    boolean whole = false;
    try {
      database.checkPresent();
      session.begin();
      T value = reading.run(session);
      session.rollback();
      whole = true;
      return value;
    } catch (StoreException e) {
      session.rollback();
      whole = true;
      throw e;
    } finally {
      if (whole) {
        idle.addFirst(session);
      } else {
        session.close();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    permits.acquireUninterruptibly(database.readerCount());
    for (JdbcSession session = idle.poll(); session != null; session = idle.poll()) {
      session.close();
    }
    permits.release(database.readerCount());
  }
}
