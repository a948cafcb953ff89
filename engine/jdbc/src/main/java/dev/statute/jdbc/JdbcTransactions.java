package dev.statute.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions for programs without a transaction manager: statements of the host and steps of
 * instances are one commit. Thread-safe; a transaction is bound to the thread that runs it.
 */
public final class JdbcTransactions implements TransactionBinding {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcTransactions.class);

  private final DataSource source;

  // Per object: one thread may have transactions on two databases at a time.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable BoundTransaction> current = new ThreadLocal<>();

  /** Connection and the callbacks of its transaction. */
  private record BoundTransaction(Connection connection, List<Consumer<Boolean>> callbacks) {}

  /** Work in a transaction. */
  @FunctionalInterface
  public interface TransactionWork<T extends @Nullable Object> {
    T run(Connection connection) throws Exception;
  }

  /** Creates transactions on connections of a source. */
  public JdbcTransactions(DataSource source) {
    this.source = source;
  }

  /**
   * Runs work in a transaction: commits at its end, rolls back if it throws.
   *
   * @throws IllegalStateException if a transaction is under way on this thread
   * @throws Exception that the work throws, or the failure of the commit, after which the end of
   *     the transaction is unknown
   */
  public <T extends @Nullable Object> T run(TransactionWork<T> work) throws Exception {
    if (current.get() != null) {
      throw new IllegalStateException("a transaction is under way on this thread");
    }
    List<Consumer<Boolean>> callbacks = new ArrayList<>();
    boolean committed = false;
    try (Connection connection = source.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      current.set(new BoundTransaction(connection, callbacks));
      try {
        T result = work.run(connection);
        connection.commit();
        committed = true;
        restore(connection, autoCommit);
        return result;
      } catch (Throwable e) {
        rollback(connection, autoCommit, e);
        throw e;
      } finally {
        current.remove();
      }
    } finally {
      boolean done = committed;
      callbacks.forEach(callback -> notify(callback, done));
    }
  }

  /** Restores the mode of a connection; a failure does not undo the commit. */
  private static void restore(Connection connection, boolean autoCommit) {
    try {
      connection.setAutoCommit(autoCommit);
    } catch (SQLException | RuntimeException e) {
      LOG.warn("a connection cannot be set back after its commit", e);
    }
  }

  /** Rolls back; a connection that cannot keeps its mode, the change of which would commit. */
  private static void rollback(Connection connection, boolean autoCommit, Throwable why) {
    try {
      connection.rollback();
      connection.setAutoCommit(autoCommit);
    } catch (SQLException | RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  private static void notify(Consumer<Boolean> callback, boolean committed) {
    try {
      callback.accept(committed);
    } catch (RuntimeException e) {
      LOG.error("a callback of a transaction threw", e);
    }
  }

  @Override
  public @Nullable Connection connection() {
    BoundTransaction bound = current.get();
    return bound == null ? null : bound.connection();
  }

  @Override
  public void onEnd(Consumer<Boolean> callback) {
    BoundTransaction bound = current.get();
    if (bound == null) {
      throw new IllegalStateException("there is no transaction on this thread");
    }
    bound.callbacks().add(callback);
  }
}
