package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.StatementBatches;
import dev.statute.jdbc.internal.write.TurnWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that looks for a row in the database once at most, and writes at its end. Unless it
 * is careful it assumes that a row which it adds, and nobody looked for, is not there: that shows
 * when it is written.
 */
abstract class BufferedTransaction extends SqlTransaction {
  /** How many parts {@link #write} has: a sheet each, and the events. */
  static final int PARTS = 10;

  final String lockClause;
  final String agent;
  private final List<RowBuffer<?, ?>> buffers = new ArrayList<>();
  private boolean abandoned;
  private boolean hasAssumption;

  BufferedTransaction(JdbcSession session, ReadMode basis, String locking, String agent) {
    super(session, basis);
    this.lockClause = locking;
    this.agent = agent;
  }

  /** These are written, before those that were named before. */
  final void buffers(List<RowBuffer<?, ?>> more) {
    buffers.addAll(0, more);
  }

  /** Whether nothing may be assumed of rows that nobody has looked for. */
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

  /** It is over, and writes nothing. */
  final void discard() {
    abandoned = true;
  }

  final boolean isAbandoned() {
    return abandoned;
  }

  /** Whether it took something for granted that it has not looked for. */
  final boolean hasAssumptions() {
    return hasAssumption;
  }

  final void assume(boolean something) {
    hasAssumption |= something && !isStrict();
  }

  /**
   * The row with a key.
   *
   * @param lock what the query ends with
   */
  final <K, T> @Nullable T row(RowBuffer<K, T> sheet, K key, String lock) {
    requireOpen();
    if (!sheet.isLoaded(key)) {
      sheet.load(key, first(sheet.mapping.table(), sheet.mapping.byKey() + lock, key));
    }
    return sheet.row(key);
  }

  /** The rows of a list: those the query finds, in its order, and those that have come to it. */
  final <K, T> List<T> list(
      RowBuffer<K, T> sheet, Object list, Predicate<T> belongs, String query, Object... values) {
    requireOpen();
    if (!sheet.isListLoaded(list)) {
      sheet.loadList(list, list(sheet.mapping.table(), query, values));
    }
    return sheet.list(list, belongs);
  }

  /** Adds a row unless there is one with its key. */
  final <K, T> boolean add(RowBuffer<K, T> sheet, K key, T row) {
    requireOpen();
    if (isStrict()) {
      row(sheet, key, "");
    }
    if (sheet.row(key) != null) {
      return false;
    }
    assume(!sheet.isLoaded(key));
    sheet.put(key, row);
    return true;
  }

  /** Whether anything is to be written. */
  boolean isChanged() {
    return buffers.stream().anyMatch(RowBuffer::isChanged);
  }

  /** What is to be written of a part. */
  final void write(int part, StatementBatches<TurnWrite<?>> batches, TurnWrite<?> of) {
    if (part < buffers.size()) {
      buffers.get(part).write(batches, of);
    } else {
      writeEvents(batches, of);
    }
  }

  abstract void writeEvents(StatementBatches<TurnWrite<?>> batches, TurnWrite<?> of);
}
