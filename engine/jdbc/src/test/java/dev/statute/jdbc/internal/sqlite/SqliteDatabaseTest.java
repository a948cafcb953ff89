package dev.statute.jdbc.internal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.statute.store.Durability;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.MockedConstruction;
import org.sqlite.SQLiteConfig;

class SqliteDatabaseTest {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_connection_with_a_failed_pragma_is_closed(boolean writes) throws SQLException {
    SQLException failure = new SQLException("on purpose");
    Connection connection = mock(Connection.class);
    Statement statement = mock(Statement.class);
    when(connection.createStatement()).thenReturn(statement);
    when(statement.execute(anyString())).thenThrow(failure);
    SqliteDatabase database = new SqliteDatabase(Path.of("any.db"), Durability.POWER_SAFE, 0);
    try (MockedConstruction<SQLiteConfig> mocked =
        mockConstruction(
            SQLiteConfig.class,
            (config, context) -> when(config.createConnection(any())).thenReturn(connection))) {
      assertThatThrownBy(() -> database.session(writes)).isSameAs(failure);
      assertThat(mocked.constructed()).hasSize(1);
    }
    verify(connection).close();
  }
}
