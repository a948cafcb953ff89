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
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables of a store, created by a versioned SQL file that is the same for all databases. The file
 * ends with a row of its version in the table {@code statute_schema}.
 */
public final class StoreSchema {
  /** Schema version of this code. */
  public static final int VERSION = 1;

  /** Folder of the SQL files on the class path. */
  public static final String FOLDER = "dev/statute/jdbc/tables";

  private static final String FILE = "/" + FOLDER + "/V1__tables.sql";

  private static final Logger LOG = LoggerFactory.getLogger(StoreSchema.class);

  private StoreSchema() {}

  /**
   * Creates the tables in the caller's transaction: of several processes that open one file, none
   * may see a part of them, or create them too.
   */
  public static void create(DatabaseDialect database, Connection connection) throws SQLException {
    LOG.info("{}: creates tables of version {}", database.name(), VERSION);
    try (InputStream in = StoreSchema.class.getResourceAsStream(FILE);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          new String(Objects.requireNonNull(in, FILE).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Refuses tables of another version.
   *
   * @throws StoreException {@code newer-schema} or {@code older-schema}
   */
  public static void requireVersion(DatabaseDialect database, int version) {
    if (version != VERSION) {
      throw new StoreException(
          version > VERSION ? "newer-schema" : "older-schema",
          database.name()
              + " has tables of version "
              + version
              + "; this program knows version "
              + VERSION
              + ": use one at least as new as the one that made them. Stores of programs before 0.1"
              + " are not read",
          null);
    }
  }

  /** Returns the version of the tables; 0 = none is written. */
  public static int version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT MAX(version) FROM statute_schema")) {
      return row.next() ? row.getInt(1) : 0;
    }
  }
}
