package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that are lost amid a transaction. */
class JdbcTransactionsTest {
  private static final SQLException GONE = new SQLException("the server has gone away", "08006");

  private final DataSource source = mock(DataSource.class);
  private final Connection connection = mock(Connection.class);
  private final JdbcTransactions transactions = new JdbcTransactions(source);
  private final List<Boolean> ends = new ArrayList<>();

  @BeforeEach
  void connect() throws SQLException {
    when(source.getConnection()).thenReturn(connection);
    when(connection.getAutoCommit()).thenReturn(true);
  }

  @Test
  void the_exception_of_the_work_is_thrown_and_a_failed_rollback_commits_nothing()
      throws Exception {
    IllegalStateException why = new IllegalStateException("out of stock");
    doThrow(GONE).when(connection).rollback();
    doThrow(GONE).when(connection).setAutoCommit(true);
    assertThatThrownBy(
            () ->
                transactions.run(
                    same -> {
                      transactions.onEnd(ends::add);
                      throw why;
                    }))
        .isSameAs(why)
        .hasSuppressedException(GONE);
    verify(connection, never()).setAutoCommit(true); // it would commit
    verify(connection).close();
    assertThat(ends).containsExactly(false);
  }

  @Test
  void a_commit_stays_one_if_its_connection_is_lost_afterwards() throws Exception {
    doThrow(GONE).when(connection).setAutoCommit(true);
    assertThat(
            transactions.<String>run(
                same -> {
                  transactions.onEnd(ends::add);
                  return "done";
                }))
        .isEqualTo("done");
    assertThat(ends).containsExactly(true);
  }
}
