package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Execution of database-independent work: the first failure of the database is kept for the caller.
 */
class SqlTransaction {
  final JdbcSession session;
  final ReadMode readMode;
  private boolean closed;
  private boolean cacheMissed;
  private @Nullable SQLException failure;

  SqlTransaction(JdbcSession session, ReadMode basis) {
    this.session = session;
    this.readMode = basis;
  }

  interface SqlSupplier<T> {
    T run() throws SQLException;
  }

  /** Carrier of a database failure through database-independent work. */
  private static final class DatabaseFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    DatabaseFailure(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Thrown through work that reads a row which is not cached. */
  private static final class CacheMiss extends RuntimeException {
    private static final long serialVersionUID = 1;

    CacheMiss() {
      super(null, null, false, false);
    }
  }

  /** Tests for a cache miss, even if the work caught it. */
  final boolean hasCacheMiss() {
    return cacheMissed;
  }

  /** Fails if the transaction has ended. */
  final void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the transaction is over");
    }
  }

  final <T> T run(SqlSupplier<T> doing) {
    requireOpen();
    if (readMode == ReadMode.CACHE) {
      cacheMissed = true;
      throw new CacheMiss();
    }
    try {
      return doing.run();
    } catch (SQLException e) {
      failure = failure == null ? e : failure;
      throw new DatabaseFailure(e);
    }
  }

  final <T> @Nullable T first(RecordTable<T> table, String rest, Object... values) {
    return run(() -> Optional.ofNullable(table.first(session, rest, values))).orElse(null);
  }

  final <T> List<T> list(RecordTable<T> table, String rest, Object... values) {
    return run(() -> table.list(session, rest, values));
  }

  /** Throws the first database failure, even if the work caught it. */
  final void closeAndRethrow() throws SQLException {
    closed = true;
    if (failure != null) {
      throw failure;
    }
  }

  final long queryNumber(String sql, String value) {
    Long number =
        run(
            () ->
                session
                    .query(sql, row -> row.getLong(1), value)
                    .get(0)); // MAX over no rows is null, read as 0
    return number;
  }
}
