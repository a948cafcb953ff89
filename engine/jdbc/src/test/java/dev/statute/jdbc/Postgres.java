package dev.statute.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One server for all tests of this JVM, with fsync as it is in earnest; each test has a schema. */
final class Postgres {
  private static final AtomicInteger SCHEMAS = new AtomicInteger();
  private static final EmbeddedPostgres SERVER = start();

  private Postgres() {}

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder()
          .setServerConfig("fsync", "on")
          .setServerConfig("full_page_writes", "on")
          .setServerConfig("synchronous_commit", "on")
          .setServerConfig("max_connections", "100")
          .start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static String url() {
    return SERVER.getJdbcUrl("postgres", "postgres");
  }

  /** Empties the tables of a schema, if they are there: faster than to make them anew. */
  static void empty(PostgresSettings settings) {
    try (Connection connection = SERVER.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet row =
          statement.executeQuery(
              "SELECT table_name FROM information_schema.tables WHERE table_name NOT LIKE"
                  + " 'statute_%' AND table_schema = '"
                  + settings.schema()
                  + "'")) {
        while (row.next()) {
          tables.add(settings.schema() + "." + row.getString(1));
        }
      }
      if (!tables.isEmpty()) {
        statement.execute("TRUNCATE " + String.join(", ", tables));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Settings with a schema that nobody else uses. */
  static PostgresSettings settings() {
    return PostgresSettings.DEFAULT.inSchema("test_" + SCHEMAS.incrementAndGet());
  }
}
