package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.StatementBatches;
import dev.statute.jdbc.internal.write.TurnWrite;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Transaction that reads a row from the database at most once, and writes at its end. Unless it is
 * strict it assumes that a row which it adds without reading is missing; the write verifies that.
 * The first failure of the database passes through database-independent work and is kept for the
 * caller.
 */
abstract class BufferedTransaction {
  /** Number of parts of {@link #write}: one per buffer, and the events. */
  static final int PARTS = 10;

  final JdbcSession session;
  final ReadMode readMode;
  final String lockClause;
  final String agent;
  private final List<RowBuffer<?, ?>> buffers = new ArrayList<>();
  private boolean abandoned;
  private boolean hasAssumption;
  private boolean closed;
  private boolean cacheMissed;
  private @Nullable SQLException failure;

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

  BufferedTransaction(JdbcSession session, ReadMode basis, String locking, String agent) {
    this.session = session;
    this.readMode = basis;
    this.lockClause = locking;
    this.agent = agent;
  }

  /** Adds buffers that are written before the earlier ones. */
  final void buffers(List<RowBuffer<?, ?>> more) {
    buffers.addAll(0, more);
  }

  /** Tests for the strict mode, without assumptions about unread rows. */
  final boolean isStrict() {
    return readMode == ReadMode.STRICT;
  }

  public final String agent() {
    return agent;
  }

  public final void abandon() {
    requireOpen();
    abandoned = true;
  }

  /** Ends without writes. */
  final void discard() {
    abandoned = true;
  }

  final boolean isAbandoned() {
    return abandoned;
  }

  /** Tests for an assumption about an unread row. */
  final boolean hasAssumptions() {
    return hasAssumption;
  }

  final void assume(boolean something) {
    hasAssumption |= something && !isStrict();
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

  /**
   * Returns the row with a key.
   *
   * @param lock locking clause of the query
   */
  final <K, T> @Nullable T row(RowBuffer<K, T> buffer, K key, String lock) {
    requireOpen();
    if (!buffer.isLoaded(key)) {
      buffer.load(key, first(buffer.mapping.table(), buffer.mapping.byKey() + lock, key));
    }
    return buffer.row(key);
  }

  /** Returns the rows of a list: those of the query, in its order, and added ones. */
  final <K, T> List<T> list(
      RowBuffer<K, T> buffer, Object list, Predicate<T> belongs, String query, Object... values) {
    requireOpen();
    if (!buffer.isListLoaded(list)) {
      buffer.loadList(list, list(buffer.mapping.table(), query, values));
    }
    return buffer.list(list, belongs);
  }

  /** Adds a row unless there is one with its key. */
  final <K, T> boolean add(RowBuffer<K, T> buffer, K key, T row) {
    requireOpen();
    if (isStrict()) {
      row(buffer, key, "");
    }
    if (buffer.row(key) != null) {
      return false;
    }
    assume(!buffer.isLoaded(key));
    buffer.put(key, row);
    return true;
  }

  /** Tests for pending writes. */
  boolean isChanged() {
    return buffers.stream().anyMatch(RowBuffer::isChanged);
  }

  /** Returns the writes of several transactions, part by part. */
  static StatementBatches<TurnWrite<?>> collectWrites(
      List<? extends BufferedTransaction> all, List<TurnWrite<?>> of) {
    StatementBatches<TurnWrite<?>> batches = new StatementBatches<>();
    for (int part = 0; part < PARTS; part++) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).write(part, batches, of.get(i));
      }
    }
    return batches;
  }

  /** Adds the pending writes of a part to batches. */
  final void write(int part, StatementBatches<TurnWrite<?>> batches, TurnWrite<?> of) {
    if (part < buffers.size()) {
      buffers.get(part).write(batches, of);
    } else {
      writeEvents(batches, of);
    }
  }

  abstract void writeEvents(StatementBatches<TurnWrite<?>> batches, TurnWrite<?> of);
}
