package dev.statute.spring.internal;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/** Stores in databases, by the property {@code statute.store}. */
public final class JdbcStores {
  private static final String SQLITE = "sqlite:";

  private JdbcStores() {}

  /** Opens the store. */
  public static JdbcStore open(String store, ObjectProvider<DataSource> source) {
    if (store.equals("datasource")) {
      return JdbcStore.postgres(source.getObject(), PostgresSettings.DEFAULT);
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
}
