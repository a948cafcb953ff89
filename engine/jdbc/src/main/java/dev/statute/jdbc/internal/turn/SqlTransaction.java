package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Work that knows of no database, run on one: what the database says is kept for whoever asked. */
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

  /** Carries a failure of the database through work that knows of none. */
  private static final class DatabaseFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    DatabaseFailure(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Thrown through work that wants to know more than it was told. */
  private static final class CacheMiss extends RuntimeException {
    private static final long serialVersionUID = 1;

    CacheMiss() {
      super(null, null, false, false);
    }
  }

  /** Whether it wanted to know more than it was told, whatever the work made of it. */
  final boolean hasCacheMiss() {
    return cacheMissed;
  }

  /** Nothing is done once it is over. */
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

  /** What the database said first, whatever the work made of it. */
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
                    .get(0)); // of nothing MAX is null, which is read as 0
    return number;
  }
}
