package dev.statute.jdbc;

import dev.statute.store.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Files with empty tables, copied from one that was made once: faster than to make them anew. */
final class Sqlite {
  private static final byte[] EMPTY = make();

  private Sqlite() {}

  private static byte[] make() {
    try {
      Path folder = Files.createTempDirectory("statute");
      Path file = folder.resolve("empty.db");
      JdbcStore.sqlite(file, Durability.MEMORY).close();
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      Files.delete(folder);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JdbcStore open(Path file) {
    try {
      if (!Files.exists(file)) {
        Files.write(file, EMPTY);
      }
      return JdbcStore.sqlite(file, Durability.POWER_SAFE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a query finds first in a file; -1 if it finds nothing. */
  static long number(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getLong(1) : -1;
    }
  }

  /** Executes statements on a file; how many rows the last one changed. */
  static int execute(Path file, String... statements) throws SQLException {
    int changed = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        changed = statement.executeUpdate(sql);
      }
    }
    return changed;
  }
}
