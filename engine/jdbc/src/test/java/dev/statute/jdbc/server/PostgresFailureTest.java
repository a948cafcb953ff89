package dev.statute.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.internal.sql.StoreSchema;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Defects of a server, their messages, and recovery. */
class PostgresFailureTest {
  private static final Worker ANN = new Worker("ann", "ann-1");
  private final PostgresSettings settings = PostgresServer.newSchema();

  private static void refused(ThrowingCallable call, String code, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll(words)
        .satisfies(e -> assertThat(((StoreException) e).code()).isEqualTo(code));
  }

  private static void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(PostgresServer.url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private JdbcStore open() {
    return JdbcStore.postgres(PostgresServer.url(), settings);
  }

  /** Repeats a start until the store works again. */
  private static void begin(JdbcStore store, String id) {
    for (int n = 0; n < 100; n++) {
      try {
        assertThat(CounterInstances.write(store, CounterInstances.start(id), 0, 0, ANN).join())
            .isEqualTo(Committed.DONE);
        return;
      } catch (CompletionException e) {
        assertThat(((StoreException) e.getCause()).code()).isEqualTo("unreachable");
      }
    }
    throw new AssertionError("it does not work again");
  }

  @Test
  void a_server_that_is_not_there_is_unreachable() {
    String url = "jdbc:postgresql://localhost:1/postgres?user=u&password=secret";
    refused(() -> JdbcStore.postgres(url, settings), "unreachable", "localhost:1");
    assertThatThrownBy(() -> JdbcStore.postgres(url, settings))
        .satisfies(e -> assertThat(e.toString()).doesNotContain("secret"));
    String unread = "jdbc:postgresql://localhost:99999/postgres?user=u&password=secret";
    refused(() -> JdbcStore.postgres(unread, settings), "unreachable", "localhost:99999", "65535");
    assertThatThrownBy(() -> JdbcStore.postgres(unread, settings))
        .satisfies(e -> assertThat(e.toString()).doesNotContain("secret"))
        .hasNoCause();
  }

  @Test
  void a_schema_of_something_else_is_left_alone() throws SQLException {
    execute(
        "CREATE SCHEMA " + settings.schema(), "CREATE TABLE " + settings.schema() + ".mine(x INT)");
    refused(this::open, "foreign", settings.schema());
  }

  @Test
  void a_newer_store_is_refused_with_both_versions() throws SQLException {
    open().close();
    execute("INSERT INTO " + settings.schema() + ".statute_schema(version) VALUES (99)");
    refused(this::open, "newer-schema", "99", String.valueOf(StoreSchema.VERSION));
  }

  @Test
  void connections_that_are_cut_are_made_anew() throws SQLException {
    try (JdbcStore store = open()) {
      begin(store, "before");
      assertThat(CounterInstances.check(store, "before", 1)).isEqualTo(1);
      execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
              + " AND query NOT LIKE '%LISTEN%' AND query NOT LIKE '%pg_notify%'"
              + " AND backend_type = 'client backend'");
      assertThat(CounterInstances.check(store, "before", 1)).as("a reader").isEqualTo(1);
      begin(store, "after");
      assertThat(CounterInstances.check(store, "after", 1)).isEqualTo(1);
    }
  }

  @Test
  void a_server_timeout_is_reported_and_the_store_recovers() throws SQLException {
    try (JdbcStore store =
            JdbcStore.postgres(PostgresServer.url(), settings.withTimeout(Duration.ofMillis(400)));
        Connection other = DriverManager.getConnection(PostgresServer.url());
        Statement statement = other.createStatement()) {
      begin(store, "before");
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE " + settings.schema() + ".instances");
      assertThatThrownBy(
              () -> CounterInstances.write(store, CounterInstances.start("i"), 0, 0, ANN).join())
          .hasCauseInstanceOf(StoreException.class)
          .satisfies(
              e -> {
                assertThat(((StoreException) e.getCause()).code()).isEqualTo("unreachable");
                assertThat(e.getCause())
                    .hasMessageContainingAll(
                        "writing instance 'i'", "did not answer within 400 ms");
              });
      other.rollback();
      begin(store, "after");
      assertThat(CounterInstances.check(store, "after", 1)).isEqualTo(1);
    }
  }

  @Test
  void a_row_that_was_changed_by_hand_sets_its_instance_aside() throws SQLException {
    try (JdbcStore store = open()) {
      begin(store, "a");
      begin(store, "b");
      execute(
          "UPDATE "
              + settings.schema()
              + ".instances SET snapshot = replace(snapshot, 'words', 'swords')"
              + " WHERE instance_id = 'a'");
      refused(() -> store.load("a", CounterInstances::chartOf), "corrupted", "instances", "'a'");
      assertThat(store.check()).hasSize(1);
      assertThat(CounterInstances.check(store, "b", 1)).isEqualTo(1);
    }
  }
}
