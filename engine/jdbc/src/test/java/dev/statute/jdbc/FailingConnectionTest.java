package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.internal.postgres.PostgresAddress;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Server that disconnects at a chosen moment. */
class FailingConnectionTest {
  private static final Worker ANN = new Worker("ann", "ann-1");

  /** Moment of the disconnect. */
  private enum Lost {
    NEVER,
    BEFORE_COMMIT,
    /** After the server's commit, before its answer. */
    AFTER_COMMIT
  }

  private final PostgresSettings settings = PostgresServer.newSchema();
  private final AtomicReference<Lost> lost = new AtomicReference<>(Lost.NEVER);
  private final AtomicBoolean closeThrows = new AtomicBoolean();
  private final AtomicInteger made = new AtomicInteger();

  private JdbcStore open() throws SQLException {
    DataSource real = PostgresAddress.dataSource(PostgresServer.url());
    DataSource failing = mock(DataSource.class);
    when(failing.getConnection()).thenAnswer(call -> failing(real.getConnection()));
    JdbcStore.postgres(real, settings).close();
    return JdbcStore.postgres(failing, settings);
  }

  private static SQLException gone() {
    return new SQLException("the server has gone away", "08006");
  }

  private Connection failing(Connection real) throws SQLException {
    made.incrementAndGet();
    Connection failing = mock(Connection.class, delegatesTo(real));
    doAnswer(
            call -> {
              Lost when = lost.getAndSet(Lost.NEVER);
              if (when == Lost.BEFORE_COMMIT) {
                real.close();
                throw gone();
              }
              real.commit();
              if (when == Lost.AFTER_COMMIT) {
                throw gone();
              }
              return null;
            })
        .when(failing)
        .commit();
    doAnswer(
            call -> {
              real.close();
              if (closeThrows.get()) {
                throw gone();
              }
              return null;
            })
        .when(failing)
        .close();
    return failing;
  }

  private static void mustBeUnreachable(CompletableFuture<?> write) {
    assertThatThrownBy(write::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo("unreachable"))
        .hasMessageContaining("writing instance 'i'");
  }

  @Test
  void a_connection_that_is_lost_amid_a_commit_leaves_nothing_half_written() throws SQLException {
    try (JdbcStore store = open()) {
      Snapshot first = CounterInstances.start("i");
      assertThat(CounterInstances.write(store, first, 0, 0, ANN).join()).isEqualTo(Committed.DONE);
      Snapshot second = CounterInstances.next(first);
      int before = made.get();
      lost.set(Lost.BEFORE_COMMIT);
      mustBeUnreachable(CounterInstances.write(store, second, 1, 1, ANN));
      assertThat(CounterInstances.check(store, "i", 1)).isEqualTo(1);
      assertThat(CounterInstances.write(store, second, 1, 1, ANN).join()).isEqualTo(Committed.DONE);
      assertThat(CounterInstances.check(store, "i", 2)).isEqualTo(2);
      assertThat(made.get()).as("connections").isGreaterThan(before);
      assertThat(store.check()).isEmpty();
    }
  }

  @Test
  void a_commit_with_a_lost_answer_has_happened_once() throws SQLException {
    try (JdbcStore store = open()) {
      Snapshot first = CounterInstances.start("i");
      assertThat(CounterInstances.write(store, first, 0, 0, ANN).join()).isEqualTo(Committed.DONE);
      Snapshot second = CounterInstances.next(first);
      lost.set(Lost.AFTER_COMMIT);
      mustBeUnreachable(CounterInstances.write(store, second, 1, 1, ANN));
      assertThat(CounterInstances.check(store, "i", 2)).isEqualTo(2);
      assertThat(CounterInstances.write(store, second, 1, 1, ANN).join()).isEqualTo(Committed.LOST);
      assertThat(CounterInstances.write(store, CounterInstances.next(second), 1, 2, ANN).join())
          .isEqualTo(Committed.DONE);
      assertThat(CounterInstances.check(store, "i", 3)).isEqualTo(3);
    }
  }

  @Test
  void connections_that_cannot_be_closed_do_not_stop_the_store() throws SQLException {
    try (JdbcStore store = open()) {
      closeThrows.set(true);
      Snapshot first = CounterInstances.start("i");
      lost.set(Lost.BEFORE_COMMIT);
      mustBeUnreachable(CounterInstances.write(store, first, 0, 0, ANN));
      assertThat(CounterInstances.write(store, first, 0, 0, ANN).join()).isEqualTo(Committed.DONE);
      assertThat(CounterInstances.check(store, "i", 1)).isEqualTo(1);
    }
  }
}
