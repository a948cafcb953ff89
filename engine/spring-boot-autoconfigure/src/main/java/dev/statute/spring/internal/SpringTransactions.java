package dev.statute.spring.internal;

import dev.statute.jdbc.TransactionBinding;
import java.sql.Connection;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** Transactions of Spring on one source of connections. */
final class SpringTransactions implements TransactionBinding {
  /** False without the optional library. */
  static final boolean IS_AVAILABLE =
      ClassUtils.isPresent(
          "org.springframework.jdbc.datasource.DataSourceUtils",
          SpringTransactions.class.getClassLoader());

  private final DataSource source;

  SpringTransactions(DataSource source) {
    this.source = source;
  }

  /** Returns the connection only if the transaction is one of this source. */
  @Override
  public @Nullable Connection connection() {
    boolean isActive =
        TransactionSynchronizationManager.isActualTransactionActive()
            && TransactionSynchronizationManager.isSynchronizationActive()
            && TransactionSynchronizationManager.getResource(source)
                instanceof ConnectionHolder holder
            && holder.isSynchronizedWithTransaction();
    if (!isActive) {
      return null;
    }
    Connection connection = DataSourceUtils.getConnection(source);
    DataSourceUtils.releaseConnection(connection, source); // the transaction keeps it
    return connection;
  }

  @Override
  public void onEnd(Consumer<Boolean> callback) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            callback.accept(status == STATUS_COMMITTED);
          }
        });
  }
}
