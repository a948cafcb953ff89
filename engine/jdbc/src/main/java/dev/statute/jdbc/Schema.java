package dev.statute.jdbc;

import dev.statute.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables, made by versioned SQL files under {@code dev/statute/jdbc/schema}, and under {@code
 * sqlite} and {@code postgres} beside it those of a number that differ.
 *
 * <p>Each file ends by writing its version into the table {@code statute_schema}, so it does not
 * matter who executes them: Flyway, from here, or whatever a host migrates with. Flyway is only
 * loaded when there is something to do.
 */
final class Schema {
  /** The version that this code reads and writes. */
  static final int VERSION = 8;

  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

  private Schema() {}

  /**
   * Brings the tables to {@link #VERSION}.
   *
   * @param version what is there; 0 = nothing
   * @param schema the PostgreSQL schema they lie in, or null
   */
  static void migrate(Database database, int version, @Nullable String schema) {
    if (version > VERSION) {
      throw new StoreException(
          "newer-schema",
          database.name()
              + " has tables of version "
              + version
              + "; this program knows them up to version "
              + VERSION
              + ": use one at least as new as the one that made them",
          null);
    }
    if (version == VERSION) {
      return;
    }
    LOG.info("{}: tables go from version {} to {}", database.name(), version, VERSION);
    var flyway =
        Flyway.configure()
            .dataSource(database.migrating())
            .locations("classpath:dev/statute/jdbc/schema", database.migrations())
            .table("statute_migrations")
            .target(String.valueOf(VERSION))
            .failOnMissingLocations(true);
    if (version > 0) {
      // somebody else may have made the earlier ones
      flyway.baselineOnMigrate(true).baselineVersion(String.valueOf(version));
    }
    if (schema != null) {
      flyway.defaultSchema(schema).schemas(schema).createSchemas(true);
    }
    try {
      flyway.load().migrate();
    } catch (FlywayException e) {
      if (e.getCause() instanceof SQLException fault) {
        throw database.explain("making the tables", fault);
      }
      throw new StoreException(
          "failed", "the tables of " + database.name() + " cannot be made: " + e.getMessage(), e);
    }
  }

  /** The version of the tables; 0 = there are none. */
  static int version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT MAX(version) FROM statute_schema")) {
      return row.next() ? row.getInt(1) : 0;
    }
  }
}
