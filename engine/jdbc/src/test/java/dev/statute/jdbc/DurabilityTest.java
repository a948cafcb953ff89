package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.internal.postgres.PostgresAddress;
import dev.statute.jdbc.internal.postgres.PostgresDatabase;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sqlite.SqliteDatabase;
import dev.statute.store.Durability;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Database settings of each durability; {@code KillTest} tests their effect. */
class DurabilityTest {
  @TempDir Path folder;

  private static String said(JdbcSession session, String sql) throws SQLException {
    return Objects.requireNonNull(session.first(sql, row -> row.getString(1)));
  }

  /** 2 = the log is flushed with every commit, 1 = only before it is written back, 0 = never. */
  @ParameterizedTest
  @CsvSource({"POWER_SAFE, 2", "PROCESS_SAFE, 1", "MEMORY, 0"})
  void sqlite_flushes_as_often_as_is_asked_for(Durability durability, String synchronous)
      throws SQLException {
    Path file = folder.resolve("store.db");
    JdbcStore.sqlite(file, durability).close();
    try (JdbcSession writer = new SqliteDatabase(file, durability, 1000).session(true)) {
      assertThat(said(writer, "PRAGMA synchronous")).isEqualTo(synchronous);
      assertThat(said(writer, "PRAGMA journal_mode")).isEqualTo("wal");
    }
  }

  private String postgres(Durability durability, String byDefault) throws SQLException {
    PostgresSettings settings = PostgresServer.newSchema().withDurability(durability);
    try (Connection own = DriverManager.getConnection(PostgresServer.url());
        Statement statement = own.createStatement()) {
      statement.execute("ALTER ROLE postgres SET synchronous_commit = " + byDefault);
      JdbcStore.postgres(PostgresServer.url(), settings).close();
      PostgresDatabase database =
          new PostgresDatabase("test", PostgresAddress.dataSource(PostgresServer.url()), settings);
      try (JdbcSession writer = database.session(true)) {
        return said(writer, "SHOW synchronous_commit");
      } finally {
        statement.execute("ALTER ROLE postgres RESET synchronous_commit");
      }
    }
  }

  @Test
  void postgres_waits_for_the_disk_with_any_server_default() throws SQLException {
    assertThat(postgres(Durability.POWER_SAFE, "off")).isEqualTo("on");
    assertThat(postgres(Durability.POWER_SAFE, "local")).isEqualTo("on");
    assertThat(postgres(Durability.POWER_SAFE, "remote_apply")).isEqualTo("remote_apply");
    assertThat(postgres(Durability.PROCESS_SAFE, "on")).isEqualTo("off");
  }
}
