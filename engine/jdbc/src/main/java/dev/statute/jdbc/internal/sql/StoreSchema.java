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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables of a store, made by versioned SQL files that are the same for all databases. A file that
 * was published never changes; a new version is a file that changes the tables of the last one.
 * Each ends with a row of its version in the table {@code statute_schema}.
 */
public final class StoreSchema {
  /** Schema version of this code. */
  public static final int VERSION = 2;

  /** Folder of the SQL files on the class path. */
  public static final String FOLDER = "dev/statute/jdbc/tables";

  private static final List<String> FILES = List.of("V1__tables.sql", "V2__chart_texts.sql");

  private static final Logger LOG = LoggerFactory.getLogger(StoreSchema.class);

  private StoreSchema() {}

  /**
   * Brings tables of an earlier version, or 0 for none, to the version of this code, in the
   * caller's transaction: of several processes that open one file, none may see a part of them, or
   * make them too.
   */
  public static void migrate(DatabaseDialect database, Connection connection, int from)
      throws SQLException {
    LOG.info("{}: makes tables of version {} from version {}", database.name(), VERSION, from);
    try (Statement statement = connection.createStatement()) {
      for (String file : FILES.subList(from, VERSION)) {
        statement.executeUpdate(text("/" + FOLDER + "/" + file));
      }
    }
  }

  private static String text(String file) {
    try (InputStream in = StoreSchema.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Refuses tables that this code can neither use nor migrate.
   *
   * @throws StoreException {@code newer-schema} or {@code older-schema}
   */
  public static void requireVersion(DatabaseDialect database, int version) {
    if (version < 1 || version > VERSION) {
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
