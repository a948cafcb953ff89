package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;

/** Differences between the kinds of databases. Thread-safe. */
public interface DatabaseDialect {
  /** Returns a display name: a file, or a URL without a password. */
  String name();

  /**
   * Opens a session on a connection of its own: a writing one with the requested durability, or a
   * reading one, of which a transaction sees one state.
   */
  JdbcSession session(boolean writes) throws SQLException;

  /**
   * Verifies that the connections still lead to the opened database, before a read and before a
   * commit.
   */
  default void checkPresent() throws SQLException {}

  /** Returns the number of writing connections. */
  int writerCount();

  int readerCount();

  /** Returns an expression that orders texts by their characters. */
  String inBinaryOrder(String column);

  /** Returns the clause that locks a query's rows until the end of the transaction. */
  String lockClause();

  /** Returns the locking clause that skips rows locked by others. */
  String skipLockedClause();

  /** Returns the time limit for rows locked by others. */
  Duration lockTimeout();

  /** Explains a fault in plain words. */
  StoreException explain(String doing, SQLException fault);

  /** Tests for a fault that one write of a group may have caused: each is tried alone. */
  boolean isSingleWriteFault(SQLException fault);

  /** Tests for a fault that an immediate repetition may avoid. */
  boolean isTransient(SQLException fault);

  /** Tests for a fault after which the connection is unusable. */
  boolean isConnectionLost(SQLException fault);
}
