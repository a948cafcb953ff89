package dev.statute.jdbc.internal.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns beside the content of a row, because they change independently or are not known at first:
 * numbers, with a checksum of their own over the row's key and them.
 */
public record SideColumns(List<String> columns, String checksumColumn) {
  static final SideColumns NONE = new SideColumns(List.of(), "");

  /** Publication of an event: its place among all, and its claims. */
  public static final SideColumns PUBLICATION =
      new SideColumns(List.of("out_id", "published_at", "taken_until", "taken"), "left_crc");

  /** Position of a call among those of its turn. */
  public static final SideColumns POSITION = new SideColumns(List.of("n"), "n_crc");

  /** Number of transactions that changed the agent. */
  public static final SideColumns CHANGES = new SideColumns(List.of("changes"), "changes_crc");

  public SideColumns {
    columns = List.copyOf(columns);
  }

  /** Returns the select list after the content and its checksum. */
  String selectList() {
    return columns.isEmpty() ? "" : ", " + String.join(", ", columns) + ", " + checksumColumn;
  }

  /** Returns the columns in the form of a statement. */
  List<String> writtenColumns() {
    List<String> all = new ArrayList<>();
    if (!columns.isEmpty()) {
      columns.forEach(column -> all.add(column + "#"));
      all.add(checksumColumn + "#");
    }
    return all;
  }

  /** Returns the values of these columns and their checksum. */
  @Nullable
  public Object[] values(String key, @Nullable Object... values) {
    long checksum = RowChecksum.of(RecordTable.concat(new Object[] {key}, values));
    return RecordTable.concat(values, checksum);
  }

  /** Returns their damage, or null. */
  @Nullable String damage(ResultSet row, Object key, int from) throws SQLException {
    if (columns.isEmpty()) {
      return null;
    }
    @Nullable Object[] values = new @Nullable Object[columns.size() + 1];
    values[0] = key;
    for (int i = 0; i < columns.size(); i++) {
      values[i + 1] = JdbcSession.longOrNull(row, from + i);
    }
    long written = row.getLong(from + columns.size());
    return written == RowChecksum.of(values)
        ? null
        : "its " + String.join(", ", columns) + " do not match " + checksumColumn;
  }
}
