package dev.statute.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that a {@link GroupWriter} does to the database, together with others. */
abstract class StoreWrite<T> {
  final CompletableFuture<T> done = new CompletableFuture<>();

  /** What it is, for messages: {@code writing instance 'a'}. */
  abstract String doing();

  /** A statement and its parameters. */
  static final class Change {
    final WriteStatements sql;
    final @Nullable Object[] values;

    /**
     * Makes what is done too if this changes a row; its statement comes later in {@link
     * WriteStatements}. It adds no row to the inbox, as {@link InboxBloomFilter} is not told of it.
     */
    final @Nullable Supplier<Change> then;

    Change(WriteStatements sql, @Nullable Object... values) {
      this(null, sql, values);
    }

    Change(@Nullable Supplier<Change> then, WriteStatements sql, @Nullable Object... values) {
      this.sql = sql;
      this.values = values;
      this.then = then;
    }
  }

  /** Changes that are executed in batches with those of other writes of the group. */
  abstract static class Grouped<T> extends StoreWrite<T> {
    /** Set when one of its changes is impossible, or turned out to be: it does not happen. */
    boolean lost;

    /** Set when its statements were sent at once: the next time they are not. */
    boolean stepwise;

    /** The change that decides: the rest happens only if it changes a row. Null = the rest does. */
    abstract @Nullable Change deciding();

    /** Decides instead where {@link #deciding} changes no row; its statement may be any. */
    @Nullable Change otherwise() {
      return null;
    }

    abstract List<Change> rest();

    /** How many rows it adds whose numbers it must know ({@link EventLayout#CHAINED}). */
    int chained() {
      return 0;
    }

    /**
     * Is told the number of the first of those rows, the others follow; before anything of it is
     * executed, and again if it is tried again.
     */
    void number(long first) {}

    /** What came of it; the session is for looking why it did not happen. */
    abstract T result(boolean happened, JdbcSession session) throws SQLException;
  }

  /** Anything else: what it does is done within the group's transaction, as a whole or not. */
  abstract static class Task<T> extends StoreWrite<T> {
    abstract T run(JdbcSession session) throws SQLException;
  }

  /** Thrown when a group has to begin again without writes that are marked as lost. */
  static final class Again extends RuntimeException {
    private static final long serialVersionUID = 1;

    Again() {
      super(null, null, false, false);
    }
  }

  /** Thrown by a task to undo what it did and still give a value. */
  static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient @Nullable Object value;

    Abandoned(@Nullable Object value) {
      super(null, null, false, false);
      this.value = value;
    }

    /** The value that the task gave, whatever it is. */
    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"})
    <T> T value() {
      return (T) value;
    }
  }
}
