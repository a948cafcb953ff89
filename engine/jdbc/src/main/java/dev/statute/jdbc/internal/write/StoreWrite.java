package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.JdbcSession;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Write by a {@link GroupWriter}, together with others. */
public abstract class StoreWrite<T> {
  public final CompletableFuture<T> completion = new CompletableFuture<>();

  /** Returns a description for messages: {@code writing instance 'a'}. */
  public abstract String description();

  /** Statement and its parameters. */
  public static final class RowChange {
    public final WriteStatement statement;
    public final @Nullable Object[] values;

    public RowChange(WriteStatement sql, @Nullable Object... values) {
      this.statement = sql;
      this.values = values;
    }
  }

  /** Changes executed in batches with those of other writes of the group. */
  public abstract static class BatchedWrite<T> extends StoreWrite<T> {
    /** True if one of its changes is impossible or failed: the write does not happen. */
    boolean isLost;

    /** True after an attempt with all statements at once; the next attempt is stepwise. */
    boolean stepwise;

    /**
     * Returns the deciding change: the rest happens only if it changes a row. Null = the rest
     * always happens.
     */
    public abstract @Nullable RowChange decisiveChange();

    /**
     * Returns the alternative if {@link #decisiveChange} changes no row; its statement may be any.
     */
    @Nullable
    public RowChange fallbackChange() {
      return null;
    }

    public abstract List<RowChange> dependentChanges();

    /** Returns the result; the session serves to find the reason of a failure. */
    public abstract T result(boolean happened, JdbcSession session) throws SQLException;
  }

  /** Any other work, atomic within the group's transaction. */
  public static final class TransactionTask<T> extends StoreWrite<T> {
    private final String doing;
    private final JdbcSession.SessionWork<T> body;

    public TransactionTask(String doing, JdbcSession.SessionWork<T> body) {
      this.doing = doing;
      this.body = body;
    }

    @Override
    public String description() {
      return doing;
    }

    T run(JdbcSession session) throws SQLException {
      return body.run(session);
    }
  }

  /** Thrown to restart a group without the writes marked as lost. */
  public static final class GroupRestart extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GroupRestart() {
      super(null, null, false, false);
    }
  }
}
