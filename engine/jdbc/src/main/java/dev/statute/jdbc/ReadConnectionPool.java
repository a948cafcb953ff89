package dev.statute.jdbc;

import dev.statute.store.StoreException;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/**
 * A few connections that read, each transaction one state of everything. Thread-safe; whoever comes
 * when all are in use waits.
 */
final class ReadConnectionPool implements AutoCloseable {
  private final DatabaseDialect database;
  private final Semaphore room;
  private final Deque<JdbcSession> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  ReadConnectionPool(DatabaseDialect database) {
    this.database = database;
    room = new Semaphore(database.readers());
  }

  /** Reads in one transaction. */
  interface Reading<T> {
    T from(JdbcSession session) throws SQLException;
  }

  /** A connection that was idle may have died in the meantime: then another one is asked. */
  <T> T read(String doing, Reading<T> reading) {
    room.acquireUninterruptibly();
    try {
      while (true) {
        JdbcSession kept = idle.pollFirst();
        try {
          return once(kept == null ? database.session(false) : kept, reading);
        } catch (SQLException e) {
          if (kept == null || !database.isLost(e)) {
            throw database.explain(doing, e);
          }
        }
      }
    } finally {
      room.release();
    }
  }

  private <T> T once(JdbcSession session, Reading<T> reading) throws SQLException {
    if (closed) {
      session.close();
      throw new StoreException("closed", database.name() + " is closed", null);
    }
    boolean whole = false;
    try {
      database.mustBeThere();
      session.begin();
      T value = reading.from(session);
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
    room.acquireUninterruptibly(database.readers());
    for (JdbcSession session = idle.poll(); session != null; session = idle.poll()) {
      session.close();
    }
    room.release(database.readers());
  }
}
