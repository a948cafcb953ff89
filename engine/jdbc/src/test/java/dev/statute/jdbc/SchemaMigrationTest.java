package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores with tables of version 1 are migrated when they are opened, and keep what they hold. */
class SchemaMigrationTest {
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir private Path folder;

  @Test
  void an_sqlite_file_of_version_1_is_migrated() throws SQLException {
    Path file = folder.resolve("store.db");
    try (JdbcStore store = SqliteFiles.open(file)) {
      begin(store, "before");
    }
    SqliteFiles.execute(
        file, "DROP TABLE chart_texts", "DELETE FROM statute_schema WHERE version > 1");
    try (JdbcStore store = SqliteFiles.open(file)) {
      checkMigrated(store);
    }
    try (JdbcStore store = SqliteFiles.open(file)) {
      assertThat(CounterInstances.check(store, "after", 1)).isEqualTo(1);
    }
  }

  @Test
  void a_postgresql_schema_of_version_1_is_migrated() throws SQLException {
    PostgresSettings settings = PostgresServer.newSchema();
    try (JdbcStore store = JdbcStore.postgres(PostgresServer.url(), settings)) {
      begin(store, "before");
    }
    try (Connection connection = DriverManager.getConnection(PostgresServer.url());
        Statement statement = connection.createStatement()) {
      statement.execute("SET search_path TO " + settings.schema());
      statement.execute("DROP TABLE chart_texts");
      statement.execute("DELETE FROM statute_schema WHERE version > 1");
      statement.execute("DELETE FROM statute_migrations WHERE version <> '1'");
    }
    try (JdbcStore store = JdbcStore.postgres(PostgresServer.url(), settings)) {
      checkMigrated(store);
    }
  }

  private static void checkMigrated(JdbcStore store) {
    assertThat(CounterInstances.check(store, "before", 1)).isEqualTo(1);
    begin(store, "after");
    assertThat(CounterInstances.check(store, "after", 1)).isEqualTo(1);
    assertThat(store.chartText(CounterInstances.CHART.hash())).contains("counter");
  }

  private static void begin(JdbcStore store, String id) {
    assertThat(CounterInstances.write(store, CounterInstances.start(id), 0, 0, ANN).join())
        .isEqualTo(Committed.DONE);
  }
}
