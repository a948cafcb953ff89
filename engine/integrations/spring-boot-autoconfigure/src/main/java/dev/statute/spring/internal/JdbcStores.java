package dev.statute.spring.internal;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.TransactionBinding;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/** Stores in databases, by the property {@code statute.store}. */
public final class JdbcStores {
  private static final String SQLITE = "sqlite:";

  private JdbcStores() {}

  /** Opens the store; on the source of the application its steps join the transactions there. */
  public static JdbcStore open(
      String store, ObjectProvider<DataSource> source, ObjectProvider<TransactionBinding> binding) {
    if (store.equals("datasource")) {
      return joined(source.getObject(), binding);
    }
    if (store.startsWith(SQLITE)) {
      return JdbcStore.sqlite(Path.of(store.substring(SQLITE.length())));
    }
    if (store.startsWith("jdbc:postgresql:")) {
      return JdbcStore.postgres(store, PostgresSettings.DEFAULT);
    }
    throw new IllegalArgumentException(
        "statute.store is '"
            + store
            + "'; it is memory, datasource, sqlite:FILE or jdbc:postgresql://HOST/DATABASE");
  }

  private static JdbcStore joined(DataSource source, ObjectProvider<TransactionBinding> given) {
    TransactionBinding binding =
        given.getIfAvailable(
            () -> SpringTransactions.IS_AVAILABLE ? new SpringTransactions(source) : null);
    return binding == null
        ? JdbcStore.postgres(source, PostgresSettings.DEFAULT)
        : JdbcStore.postgres(source, PostgresSettings.DEFAULT, binding);
  }
}
