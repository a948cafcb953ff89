package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** What one kind of database does in its own way. Thread-safe. */
public interface DatabaseDialect {
  /** What people call it: a file, or a URL without a password. */
  String name();

  /** A connection that writes, durable as far as was asked for. */
  Connection writer() throws SQLException;

  /** A connection that reads: one transaction sees one state of everything. */
  Connection reader() throws SQLException;

  /** What begins a transaction; empty = the driver does it by itself. */
  String beginStatement(boolean writes);

  /**
   * Looks whether what the connections lead to is still what was opened, before something is read
   * from it and before a commit.
   */
  default void checkPresent() throws SQLException {}

  /** Whether a parameter may be a list, and statements may be sent together. */
  boolean supportsArrays();

  /** What undoes the settings of a connection; empty = nothing. */
  String resetStatement();

  /** A session on a connection of its own. */
  default JdbcSession session(boolean writes) throws SQLException {
    return new JdbcSession(
        writes ? writer() : reader(), beginStatement(writes), supportsArrays(), resetStatement());
  }

  /** How what comes with every event is found again. */
  EventLayout layout();

  /** How many connections write at the same time, and how many read. */
  int writerCount();

  int readerCount();

  /** An expression by which texts are in the order of their characters. */
  String inBinaryOrder(String column);

  /** What a query ends with so that its rows are locked until the end of the transaction. */
  String lockClause();

  /** The same, and leaves out rows that somebody else has locked. */
  String skipLockedClause();

  /** How long to wait for a row that somebody else has locked. */
  Duration lockTimeout();

  /** Says in plain words what went wrong. */
  StoreException explain(String doing, SQLException fault);

  /** What went wrong may be the fault of one write of a group: each is tried alone. */
  boolean isSingleWriteFault(SQLException fault);

  /** It may go well if it is done once more at once. */
  boolean isTransient(SQLException fault);

  /** The connection is of no use any more. */
  boolean isConnectionLost(SQLException fault);
}
