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
      return JdbcStore.sqlite(file(store.substring(SQLITE.length())));
    }
    if (store.startsWith("jdbc:postgresql:")) {
      return JdbcStore.postgres(store, PostgresSettings.DEFAULT);
    }
    throw new IllegalArgumentException(
        "statute.store begins with '"
            + kind(store)
            + "'; it is memory, datasource, sqlite:FILE or jdbc:postgresql://HOST/DATABASE");
  }

  /** Returns what comes before the first colon of a store's name: the rest may be a password. */
  public static String kind(String store) {
    return store.split("[:@=?]", 2)[0];
  }

  /** Returns the file of a store. An address of the driver, such as {@code :memory:}, is none. */
  private static Path file(String name) {
    if (name.isBlank() || name.startsWith(":")) {
      throw new IllegalArgumentException(
          "statute.store is 'sqlite:"
              + name
              + "', which names no file; it is sqlite:FILE, or memory for a store that ends with"
              + " the application");
    }
    return Path.of(name);
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
