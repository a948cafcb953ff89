package dev.statute.jdbc.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.internal.instance.InstanceReader;
import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.instance.LifeRow;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.store.InstanceAdministration.Damage;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows with a valid checksum and unreadable content. */
class UnreadableRowsTest {
  private static final Worker ANN = new Worker("ann", "ann-1");
  private static final String NONSENSE = "[".repeat(100_000);

  @TempDir Path folder;
  private final PostgresSettings settings = PostgresServer.newSchema();

  private JdbcStore open(String where) {
    return where.equals("sqlite")
        ? SqliteFiles.open(folder.resolve("store.db"))
        : JdbcStore.postgres(PostgresServer.url(), settings);
  }

  private void update(String where, String sql, Object... values) throws SQLException {
    boolean sqlite = where.equals("sqlite");
    String url = sqlite ? "jdbc:sqlite:" + folder.resolve("store.db") : PostgresServer.url();
    try (Connection connection = DriverManager.getConnection(url)) {
      if (!sqlite) {
        connection.setSchema(settings.schema());
      }
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < values.length; i++) {
          statement.setObject(i + 1, values[i]);
        }
        assertThat(statement.executeUpdate()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "postgres"})
  void an_unreadable_instance_is_named_and_hides_no_other(String where) throws SQLException {
    InstanceRow row;
    try (JdbcStore store = open(where)) {
      for (String id : new String[] {"a", "b"}) {
        CounterInstances.write(store, CounterInstances.start(id), 0, 0, ANN).join();
      }
    }
    try (JdbcStore store = open(where)) {
      assertThat(store.check()).isEmpty();
    }
    row = row(where, "a");
    long crc =
        RowChecksum.of(
            "a",
            row.chartHash(),
            NONSENSE,
            row.parent(),
            row.epoch(),
            row.revision(),
            row.changedAt(),
            row.dueAt(),
            row.ended());
    update(
        where, "UPDATE instances SET snapshot = ?, crc = ? WHERE instance_id = 'a'", NONSENSE, crc);
    try (JdbcStore store = open(where)) {
      assertThat(store.check()).extracting(Damage::row).containsExactly("a");
      assertThat(store.list(Filter.all(9)))
          .extracting(InstanceSummary::id, InstanceSummary::status)
          .containsExactly(tuple("a", Status.QUARANTINED), tuple("b", Status.LIVE));
      assertThatThrownBy(() -> store.inspect("a"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("row 'a' of table instances")
          .hasMessageContaining("its content cannot be read");
      assertThat(store.inspect("b")).isNotNull();
      store.remove("a");
      assertThat(store.check()).isEmpty();
    }
  }

  private InstanceRow row(String where, String id) throws SQLException {
    boolean sqlite = where.equals("sqlite");
    String url = sqlite ? "jdbc:sqlite:" + folder.resolve("store.db") : PostgresServer.url();
    try (Connection connection = DriverManager.getConnection(url)) {
      if (!sqlite) {
        connection.setSchema(settings.schema());
      }
      return Objects.requireNonNull(
          InstanceReader.readRow(new JdbcSession(connection, "", false, ""), id));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "postgres"})
  void an_unreadable_event_is_named_and_hides_no_other(String where) throws SQLException {
    try (JdbcStore store = open(where)) {
      CounterInstances.write(store, CounterInstances.start("a"), 0, 0, ANN).join();
      CounterInstances.write(store, CounterInstances.next(CounterInstances.start("a")), 1, 1, ANN)
          .join();
    }
    long at = CounterInstances.NOW.toEpochMilli();
    update(
        where,
        "UPDATE events SET payload = ?, crc = ? WHERE instance_id = 'a' AND number = 1",
        NONSENSE,
        RowChecksum.of("a", 1L, at, "counted", NONSENSE, "{}"));
    try (JdbcStore store = open(where)) {
      assertThat(store.check()).extracting(Damage::row).containsExactly("a/1");
      assertThatThrownBy(() -> store.events("a", 0, 1))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("row 'a/1' of table events");
      assertThat(store.events("a", 1, 9)).hasSize(1);
    }
  }

  @Test
  void an_unreadable_life_is_named() {
    LifeRow row = new LifeRow("a", 1, 2, NONSENSE, RowChecksum.of("a", 1L, 2L, NONSENSE));
    assertThatThrownBy(row::life)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("row 'a/1' of table lives")
        .hasMessageContaining("its content cannot be read");
  }
}
