package dev.statute.jdbc;

import dev.statute.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** What one kind of database does in its own way. Thread-safe. */
interface DatabaseDialect {
  /** What people call it: a file, or a URL without a password. */
  String name();

  /** A connection that writes, durable as far as was asked for. */
  Connection writer() throws SQLException;

  /** A connection that reads: one transaction sees one state of everything. */
  Connection reader() throws SQLException;

  /** What begins a transaction; empty = the driver does it by itself. */
  String begin(boolean writes);

  /**
   * Looks whether what the connections lead to is still what was opened, before something is read
   * from it and before a commit.
   */
  default void mustBeThere() throws SQLException {}

  /** Whether a parameter may be a list, and statements may be sent together. */
  boolean takesLists();

  /** What undoes the settings of a connection; empty = nothing. */
  String end();

  /** A session on a connection of its own. */
  default JdbcSession session(boolean writes) throws SQLException {
    return new JdbcSession(writes ? writer() : reader(), begin(writes), takesLists(), end());
  }

  /** How what comes with every event is found again. */
  EventLayout layout();

  /** How many connections write at the same time, and how many read. */
  int writers();

  int readers();

  /** An expression by which texts are in the order of their characters. */
  String ordered(String column);

  /** What a query ends with so that its rows are locked until the end of the transaction. */
  String locking();

  /** The same, and leaves out rows that somebody else has locked. */
  String lockingFree();

  /** How long to wait for a row that somebody else has locked. */
  Duration patience();

  /** Says in plain words what went wrong. */
  StoreException explain(String doing, SQLException fault);

  /** What went wrong may be the fault of one write of a group: each is tried alone. */
  boolean isOfOne(SQLException fault);

  /** It may go well if it is done once more at once. */
  boolean isPassing(SQLException fault);

  /** The connection is of no use any more. */
  boolean isLost(SQLException fault);
}
