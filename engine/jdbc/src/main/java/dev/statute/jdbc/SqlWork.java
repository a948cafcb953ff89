package dev.statute.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Work that knows of no database, run on one: what the database says is kept for whoever asked. */
class SqlWork {
  final JdbcSession session;
  final ReadMode basis;
  private boolean over;
  private boolean unforeseen;
  private @Nullable SQLException broken;

  SqlWork(JdbcSession session, ReadMode basis) {
    this.session = session;
    this.basis = basis;
  }

  interface Doing<T> {
    T run() throws SQLException;
  }

  /** Carries a failure of the database through work that knows of none. */
  private static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1;

    Broken(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Thrown through work that wants to know more than it was told. */
  private static final class Unforeseen extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unforeseen() {
      super(null, null, false, false);
    }
  }

  /** Whether it wanted to know more than it was told, whatever the work made of it. */
  final boolean isUnforeseen() {
    return unforeseen;
  }

  /** Nothing is done once it is over. */
  final void open() {
    if (over) {
      throw new IllegalStateException("the transaction is over");
    }
  }

  final <T> T doing(Doing<T> doing) {
    open();
    if (basis == ReadMode.MEMORY) {
      unforeseen = true;
      throw new Unforeseen();
    }
    try {
      return doing.run();
    } catch (SQLException e) {
      broken = broken == null ? e : broken;
      throw new Broken(e);
    }
  }

  final <T> @Nullable T first(RecordTable<T> table, String rest, Object... values) {
    return doing(() -> Optional.ofNullable(table.first(session, rest, values))).orElse(null);
  }

  final <T> List<T> list(RecordTable<T> table, String rest, Object... values) {
    return doing(() -> table.list(session, rest, values));
  }

  /** What the database said first, whatever the work made of it. */
  final void end() throws SQLException {
    over = true;
    if (broken != null) {
      throw broken;
    }
  }

  final long number(String sql, String value) {
    Long number =
        doing(
            () ->
                session
                    .query(sql, row -> row.getLong(1), value)
                    .get(0)); // of nothing MAX is null, which is read as 0
    return number;
  }
}
