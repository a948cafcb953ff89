package dev.statute.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.IdleHeads;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.store.Durability;
import dev.statute.store.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Process that stalls within a transaction, and its effect on the work of others. */
class PostgresLocksTest {
  private static final PostgresSettings ONE_WRITER =
      new PostgresSettings(
          Durability.POWER_SAFE, PostgresServer.newSchema().schema(), 1, 1, Duration.ofSeconds(30));

  private final List<String> done = new CopyOnWriteArrayList<>();

  private CompletableFuture<String> write(JdbcStore store, String agent, String what) {
    return store
        .turns()
        .transact(
            agent,
            tx -> {
              if (tx.head() == null) {
                tx.create(IdleHeads.head(agent, 0));
              }
              return what;
            })
        .toCompletableFuture()
        .whenComplete((value, error) -> done.add(what));
  }

  /** Opens a connection that locks the row of an agent. */
  private static Connection locked(PostgresSettings settings, String agent) throws SQLException {
    Connection connection = DriverManager.getConnection(PostgresServer.url());
    connection.setAutoCommit(false);
    connection.setSchema(settings.schema());
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT 1 FROM agent_state_head WHERE agent_id = '" + agent + "' FOR UPDATE");
    }
    return connection;
  }

  @Test
  void a_lock_on_an_agents_row_delays_no_other_agent() throws Exception {
    try (JdbcStore store = JdbcStore.postgres(PostgresServer.url(), ONE_WRITER)) {
      write(store, "a", "begun").join();
      try (Connection other = locked(ONE_WRITER, "a")) {
        CompletableFuture<String> first = write(store, "a", "first");
        CompletableFuture<String> second = write(store, "a", "second");
        for (int n = 0; n < 20; n++) {
          // the only writer thread; waiting for the lock would take 7 s
          assertThat(write(store, "b", "b" + n).get(5, TimeUnit.SECONDS)).isEqualTo("b" + n);
        }
        CompletableFuture<String> third = write(store, "a", "third");
        assertThat(first).isNotDone();
        other.rollback();
        CompletableFuture.allOf(first, second, third).get(5, TimeUnit.SECONDS);
      }
    }
    List<String> ofA = new ArrayList<>(done);
    ofA.removeIf(each -> each.startsWith("b"));
    assertThat(ofA)
        .as("in the order in which they came")
        .containsExactly("first", "second", "third");
    assertThat(done.indexOf("b19")).isLessThan(done.indexOf("first"));
  }

  @Test
  void a_lock_that_lasts_too_long_is_reported() throws Exception {
    PostgresSettings hasty = PostgresServer.newSchema().withTimeout(Duration.ofMillis(300));
    try (JdbcStore store = JdbcStore.postgres(PostgresServer.url(), hasty)) {
      write(store, "a", "begun").join();
      try (Connection other = locked(hasty, "a")) {
        assertThatThrownBy(() -> write(store, "a", "never").join())
            .hasCauseInstanceOf(StoreException.class)
            .satisfies(
                e -> {
                  assertThat(((StoreException) e.getCause()).code()).isEqualTo("busy");
                  assertThat(e.getCause())
                      .hasMessageContainingAll("locked", "agent 'a'", "try again later");
                });
        other.rollback();
      }
      assertThat(write(store, "a", "again").join()).isEqualTo("again");
    }
  }

  @Test
  void a_store_that_is_closed_finishes_what_was_put_off() throws Exception {
    PostgresSettings hasty = PostgresServer.newSchema().withTimeout(Duration.ofMillis(300));
    JdbcStore store = JdbcStore.postgres(PostgresServer.url(), hasty);
    write(store, "a", "begun").join();
    CompletableFuture<String> waits;
    try (Connection other = locked(hasty, "a")) {
      waits = write(store, "a", "waits");
      store.close();
      other.rollback();
    }
    assertThat(waits).isCompletedExceptionally();
  }
}
