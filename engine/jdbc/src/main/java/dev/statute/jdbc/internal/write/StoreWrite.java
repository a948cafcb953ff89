package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.JdbcSession;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that a {@link GroupWriter} does to the database, together with others. */
public abstract class StoreWrite<T> {
  public final CompletableFuture<T> completion = new CompletableFuture<>();

  /** What it is, for messages: {@code writing instance 'a'}. */
  public abstract String description();

  /** A statement and its parameters. */
  public static final class RowChange {
    public final WriteStatement statement;
    public final @Nullable Object[] values;

    /**
     * Makes what is done too if this changes a row; its statement comes later in {@link
     * WriteStatement}. It adds no row to the inbox, as {@link InboxBloomFilter} is not told of it.
     */
    final @Nullable Supplier<RowChange> followUp;

    public RowChange(WriteStatement sql, @Nullable Object... values) {
      this(null, sql, values);
    }

    public RowChange(
        @Nullable Supplier<RowChange> then, WriteStatement sql, @Nullable Object... values) {
      this.statement = sql;
      this.values = values;
      this.followUp = then;
    }
  }

  /** Changes that are executed in batches with those of other writes of the group. */
  public abstract static class BatchedWrite<T> extends StoreWrite<T> {
    /** Set when one of its changes is impossible, or turned out to be: it does not happen. */
    boolean isLost;

    /** Set when its statements were sent at once: the next time they are not. */
    boolean stepwise;

    /** The change that decides: the rest happens only if it changes a row. Null = the rest does. */
    public abstract @Nullable RowChange decisiveChange();

    /** Decides instead where {@link #decisiveChange} changes no row; its statement may be any. */
    @Nullable
    public RowChange fallbackChange() {
      return null;
    }

    public abstract List<RowChange> dependentChanges();

    /** How many rows it adds whose numbers it must know ({@link EventLayout#CHAINED}). */
    public int chainedRows() {
      return 0;
    }

    /**
     * Is told the number of the first of those rows, the others follow; before anything of it is
     * executed, and again if it is tried again.
     */
    public void assignRowNumbers(long first) {}

    /** What came of it; the session is for looking why it did not happen. */
    public abstract T result(boolean happened, JdbcSession session) throws SQLException;
  }

  /** Anything else: what it does is done within the group's transaction, as a whole or not. */
  public abstract static class TransactionTask<T> extends StoreWrite<T> {
    abstract T run(JdbcSession session) throws SQLException;
  }

  /** Thrown when a group has to begin again without writes that are marked as lost. */
  public static final class GroupRestart extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GroupRestart() {
      super(null, null, false, false);
    }
  }

  /** Thrown by a task to undo what it did and still give a value. */
  static final class TaskRollback extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient @Nullable Object value;

    TaskRollback(@Nullable Object value) {
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
