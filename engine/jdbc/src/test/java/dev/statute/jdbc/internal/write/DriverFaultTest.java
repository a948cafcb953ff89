package dev.statute.jdbc.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Driver that throws unchecked exceptions. */
class DriverFaultTest {
  private static final String RESET = "RESET ALL";
  private static final IllegalStateException BROKEN = new IllegalStateException("a driver's fault");

  private final Connection first = mock(Connection.class);
  private final Connection second = mock(Connection.class);

  private GroupWriter writer() throws SQLException {
    DatabaseDialect database = mock(DatabaseDialect.class);
    when(database.name()).thenReturn("the database");
    when(database.session(anyBoolean()))
        .thenReturn(new JdbcSession(first, "", false, RESET))
        .thenReturn(new JdbcSession(second, "", false, ""));
    return new GroupWriter("writer", database, mock(TurnExecutor.class), Runnable::run);
  }

  @Test
  void a_rollback_that_throws_anything_costs_the_connection_and_not_the_writer() throws Exception {
    doThrow(BROKEN).when(first).rollback();
    try (GroupWriter writer = writer()) {
      assertThat(
              writer.submit(
                  new StoreWrite.TransactionTask<>(
                      "failing",
                      session -> {
                        throw BROKEN;
                      })))
          .failsWithin(30, TimeUnit.SECONDS);
      CompletableFuture<Integer> next =
          writer.submit(new StoreWrite.TransactionTask<>("writing", session -> 7));
      assertThat(next).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(7);
    }
    verify(first).close();
    verify(second).commit();
  }

  @Test
  void a_connection_whose_close_throws_anything_is_given_up() throws SQLException {
    doThrow(BROKEN).when(first).setAutoCommit(true);
    doThrow(BROKEN).when(first).close();
    new JdbcSession(first, "", false, RESET).close();
    verify(first).close();
  }
}
