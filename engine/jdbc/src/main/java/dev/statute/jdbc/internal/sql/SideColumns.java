package dev.statute.jdbc.internal.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns that are no content of a row, for they change when it does not or are not known when it
 * is made: numbers, with a checksum of their own over the row's key and them.
 */
public record SideColumns(List<String> columns, String checksumColumn) {
  static final SideColumns NONE = new SideColumns(List.of(), "");

  /** In place of a checksum: the row was written before there were any. */
  private static final long NO_CHECKSUM = -1;

  /** How far an event has left: its place among all, and who has taken it. */
  public static final SideColumns PUBLICATION =
      new SideColumns(List.of("out_id", "published_at", "taken_until", "taken"), "left_crc");

  /** The place of a call among those of its turn. */
  public static final SideColumns POSITION = new SideColumns(List.of("n"), "n_crc");

  /** How many transactions have changed anything of an agent. */
  public static final SideColumns CHANGES = new SideColumns(List.of("changes"), "changes_crc");

  public SideColumns {
    columns = List.copyOf(columns);
  }

  /** What a query says after the content and its checksum. */
  String selectList() {
    return columns.isEmpty() ? "" : ", " + String.join(", ", columns) + ", " + checksumColumn;
  }

  /** The columns as a form takes them. */
  List<String> writtenColumns() {
    List<String> all = new ArrayList<>();
    if (!columns.isEmpty()) {
      columns.forEach(column -> all.add(column + "#"));
      all.add(checksumColumn + "#");
    }
    return all;
  }

  /** Values of these columns and their checksum. */
  @Nullable
  public Object[] values(String key, @Nullable Object... values) {
    @Nullable Object[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = RowChecksum.of(RecordTable.concat(new Object[] {key}, values));
    return all;
  }

  /** What is wrong with them, or null. */
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
    return written == NO_CHECKSUM || written == RowChecksum.of(values)
        ? null
        : "its " + String.join(", ", columns) + " do not match " + checksumColumn;
  }
}
