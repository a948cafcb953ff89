package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migration of the tables by versioned SQL files under {@code dev/statute/jdbc/schema}; versions
 * that differ between databases are in {@code sqlite} and {@code postgres} beside it. Each file
 * ends by writing its version into the table {@code statute_schema}.
 */
public final class SchemaMigration {
  /** Schema version of this code. */
  public static final int VERSION = 9;

  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigration.class);

  /** SQLite files, in order. */
  private static final List<String> SQLITE_FILES =
      List.of(
          "schema/V1__instances.sql",
          "schema/V2__turns.sql",
          "schema/V3__taken.sql",
          "schema/V4__beside.sql",
          "schema/V5__handled_ids.sql",
          "sqlite/V6__by_order.sql",
          "sqlite/V7__chained.sql",
          "schema/V8__changes.sql",
          "schema/V9__lives.sql");

  private SchemaMigration() {}

  /**
   * Executes the SQLite files after a version, in the caller's transaction: of several processes
   * that open one file, none may see a part of the tables, or create them too.
   */
  public static void migrateSqlite(DatabaseDialect database, Connection connection, int version)
      throws SQLException {
    if (version < VERSION) {
      LOG.info("{}: tables go from version {} to {}", database.name(), version, VERSION);
    }
    try (Statement statement = connection.createStatement()) {
      for (String name : SQLITE_FILES.subList(version, VERSION)) {
        statement.executeUpdate(readFile(name));
      }
    }
  }

  private static String readFile(String name) {
    try (InputStream in = SchemaMigration.class.getResourceAsStream("/dev/statute/jdbc/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Migrates the tables to {@link #VERSION}.
   *
   * @param version present version; 0 = no tables
   * @param schema the PostgreSQL schema, or null
   */
  public static void migrate(
      DatabaseDialect database, DataSource source, int version, @Nullable String schema) {
    requireKnown(database, version);
    if (version == VERSION) {
      return;
    }
    LOG.info("{}: tables go from version {} to {}", database.name(), version, VERSION);
    var flyway =
        Flyway.configure()
            .dataSource(source)
            .locations("classpath:dev/statute/jdbc/schema", "classpath:dev/statute/jdbc/postgres")
            .table("statute_migrations")
            .target(String.valueOf(VERSION))
            .failOnMissingLocations(true);
    if (version > 0) {
      // another program may have created the earlier ones
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

  /**
   * Refuses a newer version.
   *
   * @throws StoreException {@code newer-schema}
   */
  public static void requireKnown(DatabaseDialect database, int version) {
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
  }

  /** Returns the version of the tables; 0 = no tables. */
  public static int version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT MAX(version) FROM statute_schema")) {
      return row.next() ? row.getInt(1) : 0;
    }
  }
}
