package dev.statute.jdbc.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GroupWriterTest {
  @Test
  void writes_continue_after_a_failure_on_cached_rows() throws SQLException {
    DatabaseDialect database = mock(DatabaseDialect.class);
    when(database.session(true)).thenReturn(new JdbcSession(mock(Connection.class), "", true, ""));
    TurnExecutor turns = mock(TurnExecutor.class);
    when(turns.runCached(any(), any())).thenThrow(new IllegalStateException("on purpose"));
    GroupWriter writer = new GroupWriter("writer", database, turns, Runnable::run);
    for (int n = 0; n < 3; n++) {
      int number = n;
      assertThat(
              writer
                  .submit(new StoreWrite.TransactionTask<>("a test", session -> number))
                  .orTimeout(10, TimeUnit.SECONDS)
                  .join())
          .isEqualTo(number);
    }
    writer.close();
  }
}
