package dev.statute.jdbc;

import java.sql.Connection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Port to the transactions of the host, which the steps of a {@link JdbcStore} join. {@link
 * JdbcTransactions} implements it for programs without a transaction manager. Thread-safe.
 */
public interface TransactionBinding {
  /**
   * Returns the connection of the transaction under way on this thread, the same one until its end;
   * null if there is none. The store executes statements on it, but neither commits nor closes it.
   */
  @Nullable Connection connection();

  /**
   * Registers a callback for the end of the transaction under way on this thread. It is called
   * once, on any thread, after {@link #connection} returns the connection no more: true if the
   * transaction was committed, false if it was rolled back or its end is unknown.
   */
  void onEnd(Consumer<Boolean> callback);
}
