package dev.statute.jdbc.internal.sqlite;

import dev.statute.jdbc.internal.maintenance.ChecksumAudit;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.store.InstanceAdministration.Damage;
import dev.statute.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Integrity check of an SQLite file, for damage beyond row checksums: an invalid page, and an index
 * that does not lead to its rows, so that existing rows would seem missing.
 *
 * <p>If all rows are valid, an index that disagrees with them is damaged and is rebuilt. If a row
 * is damaged, its index still leads to it, and reading it reports the damage.
 *
 * <p>One kind of damage no checksum detects: a text with unchanged bytes but another type. It
 * equals no searched value, so an index built on it would hide its row. This store writes only
 * texts and numbers, so such values are made texts again first.
 */
final class SqliteCheck {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteCheck.class);

  /** Messages about single rows and indexes; all others concern pages. */
  private static final Pattern ROW_PROBLEM =
      Pattern.compile(
          "row \\d+ missing from index .*|wrong # of entries in index .*"
              + "|non-unique entry in index .*|rowid not at end-of-record for row .*"
              + "|row \\d+ values differ from index .*|CHECK constraint failed in .*"
              + "|NULL value in .*|NUMERIC value in .*|TEXT value in .*");

  private SqliteCheck() {}

  /**
   * Checks the file.
   *
   * @throws StoreException {@code corrupted} if the file cannot be used
   */
  static void check(String name, Connection connection) throws SQLException {
    List<String> said = integrityProblems(connection);
    if (said.isEmpty()) {
      return;
    }
    for (String line : said) {
      if (!ROW_PROBLEM.matcher(line).matches()) {
        throw corrupted(name, line);
      }
    }
    List<Damage> rows = ChecksumAudit.run(new JdbcSession(connection, "", false, ""));
    if (!rows.isEmpty()) {
      LOG.error("{} has damaged rows, which cannot be read: {}", name, rows);
      return;
    }
    LOG.warn("{}: an index is damaged and made anew: {}", name, said.get(0));
    int texts = restoreTextTypes(connection);
    if (texts > 0) {
      LOG.warn("{}: {} texts were marked as something else and are texts again", name, texts);
    }
    List<String> still = integrityProblems(connection);
    if (!still.isEmpty()) {
      throw corrupted(name, still.get(0));
    }
  }

  /** Restores types in rows and indexes at once: a changed row must be found by its indexes. */
  private static int restoreTextTypes(Connection connection) throws SQLException {
    int changed = 0;
    try (Statement statement = connection.createStatement()) {
      statement.execute("REINDEX");
      for (String[] column : listColumns(statement)) {
        changed +=
            statement.executeUpdate(
                String.format(
                    "UPDATE %1$s SET %2$s = CAST(%2$s AS TEXT) WHERE typeof(%2$s) = 'blob'",
                    column[0], column[1]));
      }
    }
    return changed;
  }

  /** Returns table and name of every column. */
  private static List<String[]> listColumns(Statement statement) throws SQLException {
    List<String[]> all = new ArrayList<>();
    try (ResultSet row =
        statement.executeQuery(
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
                + " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'")) {
      while (row.next()) {
        all.add(new String[] {row.getString(1), row.getString(2)});
      }
    }
    return all;
  }

  private static List<String> integrityProblems(Connection connection) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA integrity_check(100)")) {
      while (row.next()) {
        for (String line : row.getString(1).split("\n", -1)) {
          if (!line.equals("ok")) {
            all.add(line);
          }
        }
      }
    }
    return all;
  }

  private static StoreException corrupted(String name, String what) {
    return new StoreException(
        "corrupted", name + " is damaged (" + what + "); restore it from a backup", null);
  }
}
