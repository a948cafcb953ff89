package dev.statute.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.PostgresServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections of a host's pool. */
class PostgresPoolTest {
  private static final List<String> SETTINGS =
      List.of(
          "idle_in_transaction_session_timeout",
          "lock_timeout",
          "synchronous_commit",
          "enable_seqscan",
          "enable_hashjoin",
          "enable_mergejoin",
          "plan_cache_mode",
          "jit");

  private final List<List<String>> atEnd = Collections.synchronizedList(new ArrayList<>());

  @Test
  void a_connection_goes_back_with_the_settings_it_came_with() throws SQLException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(PostgresServer.url());
    List<String> before;
    try (Connection connection = source.getConnection()) {
      before = settings(connection);
    }
    PostgresSettings settings = PostgresServer.newSchema();
    try (JdbcStore store = JdbcStore.postgres(pool(source), settings)) {
      store.turns().transact("a", tx -> tx.head() == null).toCompletableFuture().join();
      store.turns().events("a", 0, 1);
    }
    assertThat(atEnd).hasSizeGreaterThan(2).allMatch(before::equals);
  }

  private static List<String> settings(Connection connection) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (String name : SETTINGS) {
        try (ResultSet row = statement.executeQuery("SHOW " + name)) {
          row.next();
          all.add(name + " = " + row.getString(1));
        }
      }
    }
    return all;
  }

  private interface Given {
    Object instead(Object result);
  }

  /** Returns a source that checks each returned connection. */
  private DataSource pool(DataSource source) {
    return proxy(
        DataSource.class, source, given -> given instanceof Connection c ? watched(c) : given);
  }

  private Connection watched(Connection connection) {
    Connection plain = proxy(Connection.class, connection, given -> given);
    return (Connection)
        Proxy.newProxyInstance(
            PostgresPoolTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, args) -> {
              if (method.getName().equals("close") && !connection.isClosed()) {
                atEnd.add(settings(connection));
              }
              return Proxy.getInvocationHandler(plain).invoke(plain, method, args);
            });
  }

  private static <T> T proxy(Class<T> type, T to, Given given) {
    return type.cast(
        Proxy.newProxyInstance(
            PostgresPoolTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              try {
                Object result = method.invoke(to, args);
                return result == null ? null : given.instead(result);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            }));
  }
}
