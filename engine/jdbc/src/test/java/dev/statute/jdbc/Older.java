package dev.statute.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a file of today into one of an earlier version, which an earlier program would have left.
 */
final class Older {
  private Older() {}

  /**
   * @param version 4 to 7; ids that today's file has beside a snapshot are lost to it before 7
   */
  static void make(Path file, int version) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      if (version < 7) {
        index(statement);
      }
      for (String column : List.of("changes", "changes_crc")) {
        statement.executeUpdate("ALTER TABLE agent_state_head DROP COLUMN " + column);
      }
      if (version < 6) {
        statement.executeUpdate(
            "CREATE INDEX ix_inbox_handled ON inbox(handled_at) WHERE handled_at IS NOT NULL");
        statement.executeUpdate("CREATE INDEX ix_events_at ON events(at)");
      }
      if (version < 5) {
        statement.executeUpdate("DROP TABLE handled_ids");
      }
      if (version < 9) {
        statement.executeUpdate("DROP TABLE lives");
      }
      statement.executeUpdate("DELETE FROM statute_schema WHERE version > " + version);
      statement.executeUpdate("DROP TABLE IF EXISTS statute_migrations");
    }
  }

  /** Events with an index, and ids beside no snapshot. */
  private static void index(Statement statement) throws SQLException {
    statement.executeUpdate(
        "CREATE TABLE indexed(instance_id TEXT NOT NULL, number BIGINT NOT NULL,"
            + " at BIGINT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL,"
            + " crc BIGINT NOT NULL, PRIMARY KEY(instance_id, number))");
    statement.executeUpdate(
        "INSERT INTO indexed SELECT instance_id, number, at, type, payload, crc FROM events"
            + " ORDER BY event_row");
    statement.executeUpdate("DROP TABLE events");
    statement.executeUpdate("ALTER TABLE indexed RENAME TO events");
    List<InstanceRow> rows = new ArrayList<>();
    try (ResultSet found =
        statement.executeQuery("SELECT " + InstanceRow.COLUMNS + " FROM instances i")) {
      while (found.next()) {
        rows.add(InstanceRow.of(found));
      }
    }
    for (InstanceRow row : rows) {
      statement.executeUpdate(
          "UPDATE instances SET event_crc = "
              + InstanceRow.eventCrc(row.id(), row.events(), null)
              + ", crc = "
              + InstanceRow.crc(
                  row.id(),
                  row.chartHash(),
                  row.snapshot(),
                  row.parent(),
                  row.epoch(),
                  row.revision(),
                  row.changedAt(),
                  row.dueAt(),
                  row.ended(),
                  null)
              + " WHERE instance_id = '"
              + row.id()
              + "'");
    }
    for (String column : List.of("latest", "event_row", "kept_from", "kept_crc")) {
      statement.executeUpdate("ALTER TABLE instances DROP COLUMN " + column);
    }
  }
}
