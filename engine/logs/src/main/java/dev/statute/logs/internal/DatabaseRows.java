package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.internal.FormDescription.Rows;
import dev.statute.logs.internal.text.JsonValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a database of SQLite as entries. The database is opened for reading only: neither it nor
 * a file beside it is made or changed. Queries are made from names of tables and columns, so a
 * description runs nothing. Confined to one thread.
 */
public final class DatabaseRows implements AutoCloseable {
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

  /** Place of the version that a reader needs; 2 = the database has a log of writes. */
  private static final int VERSION_AT = 19;

  private static final int TIMEOUT_MS = 2_000;
  private final Connection connection;

  private DatabaseRows(Connection connection) {
    this.connection = connection;
  }

  /** Tests for a database by the begin of a file. */
  public static boolean isDatabase(Path file) {
    return Arrays.equals(head(file, MAGIC.length), MAGIC);
  }

  private static byte[] head(Path file, int length) {
    if (!Files.isRegularFile(file)) {
      return new byte[0];
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(length);
    } catch (IOException e) {
      return new byte[0]; // whoever reads it says why it cannot be read
    }
  }

  /**
   * Opens a database.
   *
   * @throws SQLException if it is locked or damaged, or there is no driver
   */
  public static DatabaseRows open(Path file) throws SQLException {
    byte[] head = head(file, VERSION_AT + 1);
    boolean logged = head.length > VERSION_AT && head[VERSION_AT] == 2;
    boolean hasLog = Files.exists(beside(file, "-wal"));
    if (logged && hasLog && !Files.exists(beside(file, "-shm"))) {
      throw new SQLException("its log of writes is there without the index beside it");
    }
    Properties options = new Properties();
    options.setProperty("open_mode", "65"); // for reading only; the name is a URI
    options.setProperty("busy_timeout", String.valueOf(TIMEOUT_MS));
    // without its log nobody writes it, and a reader of a log would make one
    String mode = logged && !hasLog ? "?immutable=1" : "?mode=ro";
    String uri = "file:" + file.toAbsolutePath().toUri().getRawPath() + mode;
    DatabaseRows rows =
        new DatabaseRows(DriverManager.getConnection("jdbc:sqlite:" + uri, options));
    try (Statement statement = rows.connection.createStatement()) {
      statement.execute("PRAGMA query_only = ON");
      statement.execute("PRAGMA trusted_schema = OFF");
      statement.executeQuery("SELECT count(*) FROM sqlite_schema").close(); // reads the file
    } catch (SQLException e) {
      rows.close();
      throw e;
    }
    return rows;
  }

  private static Path beside(Path file, String suffix) {
    return file.getFileSystem().getPath(file + suffix);
  }

  /** Tests whether the tables and columns of rows are there. */
  public boolean has(Rows rows) throws SQLException {
    Set<String> columns = new HashSet<>();
    try (PreparedStatement query =
        connection.prepareStatement("SELECT name FROM pragma_table_info(?)")) {
      query.setString(1, rows.table());
      try (ResultSet found = query.executeQuery()) {
        while (found.next()) {
          columns.add(found.getString(1));
        }
      }
    }
    Rows parts = rows.parts();
    return columns.contains(rows.key())
        && columns.containsAll(rows.order())
        && (parts == null || (columns.contains("id") && has(parts)));
  }

  /** Finds the first rows of a form that are there; null if none are. */
  public @Nullable Rows rowsOf(FormDescription form) throws SQLException {
    for (Rows rows : form.layout().rows()) {
      if (has(rows)) {
        return rows;
      }
    }
    return null;
  }

  /** Lists the sessions of rows, in the order of their begins. */
  public List<String> sessions(Rows rows) throws SQLException {
    String key = quoted(rows.key());
    String begin = rows.order().isEmpty() ? key : quoted(rows.order().get(0));
    List<String> sessions = new ArrayList<>();
    try (Statement query = connection.createStatement();
        ResultSet found =
            query.executeQuery(
                "SELECT %s FROM %s WHERE %s IS NOT NULL GROUP BY 1 ORDER BY min(%s), 1"
                    .formatted(key, quoted(rows.table()), key, begin))) {
      while (found.next()) {
        sessions.add(found.getString(1));
      }
    }
    return sessions;
  }

  /** Reads the rows of a session as lines of JSON. */
  public String read(Rows rows, String session) throws SQLException {
    StringBuilder lines = new StringBuilder();
    for (LenientMap row : rowsOf(rows, session)) {
      LenientMap entry = new LenientMap();
      entry.put("table", rows.table());
      entry.put("row", row);
      Rows parts = rows.parts();
      if (parts != null) {
        entry.put("parts", rowsOf(parts, JsonValues.text(row.get("id"))));
      }
      lines.append(JsonValues.text(entry)).append('\n');
    }
    return lines.toString();
  }

  private List<LenientMap> rowsOf(Rows rows, String key) throws SQLException {
    String order =
        rows.order().isEmpty()
            ? ""
            : rows.order().stream()
                .map(DatabaseRows::quoted)
                .collect(Collectors.joining(", ", " ORDER BY ", ""));
    String sql =
        "SELECT * FROM %s WHERE CAST(%s AS TEXT) = ?%s"
            .formatted(quoted(rows.table()), quoted(rows.key()), order);
    List<LenientMap> found = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, key);
      try (ResultSet result = query.executeQuery()) {
        while (result.next()) {
          LenientMap row = new LenientMap();
          for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            row.put(result.getMetaData().getColumnName(i), value(result.getObject(i)));
          }
          found.add(row);
        }
      }
    }
    return found;
  }

  /** Value of a column; a text that is JSON is parsed. */
  private static @Nullable Object value(@Nullable Object column) {
    if (column instanceof Integer number) {
      return number.longValue();
    }
    return JsonValues.parsed(
        column instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : column);
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
