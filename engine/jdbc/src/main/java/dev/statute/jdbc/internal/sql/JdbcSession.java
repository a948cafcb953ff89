package dev.statute.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection and the statements it has prepared. Parameters are null, {@link TypedNull}, String,
 * Long and Integer, and {@link ArrayParameter} where the database takes lists. Confined to one
 * thread at a time.
 */
public final class JdbcSession implements AutoCloseable {
  /** Statements that are kept; their texts are constants, but for the lengths of lists. */
  private static final int MAX_STATEMENTS = 200;

  final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  private final String begin;
  private final boolean arrays;
  private final String resetStatement;
  private boolean inTransaction;

  /**
   * @param begin the statement that begins a transaction; empty = the driver does it by itself
   * @param lists whether a parameter may be a list, and statements may be sent together
   * @param end what undoes our settings, as the connection may be of somebody's pool; empty =
   *     nothing
   */
  public JdbcSession(Connection connection, String begin, boolean lists, String end) {
    this.connection = connection;
    this.begin = begin;
    this.arrays = lists;
    this.resetStatement = end;
  }

  /**
   * A null whose kind is said: without it a statement that was prepared for a value would be
   * prepared anew.
   */
  enum TypedNull {
    TEXT,
    NUMBER
  }

  /** A list of values as one parameter. */
  record ArrayParameter(boolean numeric, List<? extends @Nullable Object> values) {
    private @Nullable Object[] boxed() {
      @Nullable Object[] all = numeric ? new Long[values.size()] : new String[values.size()];
      for (int i = 0; i < all.length; i++) {
        all[i] = values.get(i) instanceof Number number ? (Long) number.longValue() : values.get(i);
      }
      return all;
    }
  }

  /** A statement and its parameters. */
  public static final class SqlStatement {
    final String sql;
    final @Nullable Object[] values;

    public SqlStatement(String sql, @Nullable Object... values) {
      this.sql = sql;
      this.values = values;
    }
  }

  /** A query, and who is told the rows that it finds. */
  public static final class SqlQuery<T> {
    final SqlStatement statement;
    final RowReader<T> reader;
    final Consumer<List<T>> consumer;

    public SqlQuery(SqlStatement statement, RowReader<T> row, Consumer<List<T>> then) {
      this.statement = statement;
      this.reader = row;
      this.consumer = then;
    }

    private void deliver(ResultSet result) throws SQLException {
      List<T> all = new ArrayList<>();
      while (result.next()) {
        all.add(reader.read(result));
      }
      consumer.accept(all);
    }
  }

  /** Whether a parameter may be a list. */
  public boolean supportsArrays() {
    return arrays;
  }

  private void execute(String sql) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public void begin() throws SQLException {
    if (!begin.isEmpty()) {
      prepare(begin).execute();
      inTransaction = true;
    }
  }

  /** Makes a value of the row a result stands at. */
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known != null) {
      return known;
    }
    if (statements.size() >= MAX_STATEMENTS) {
      for (PreparedStatement each : statements.values()) {
        each.close();
      }
      statements.clear();
    }
    PreparedStatement made = connection.prepareStatement(sql);
    statements.put(sql, made);
    return made;
  }

  private static void bind(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    bind(statement, 0, values);
  }

  private static void bind(PreparedStatement statement, int after, @Nullable Object[] values)
      throws SQLException {
    for (int n = 0; n < values.length; n++) {
      Object value = values[n];
      int i = after + n;
      if (value instanceof String text) {
        statement.setString(i + 1, text);
      } else if (value instanceof Number number) {
        statement.setLong(i + 1, number.longValue());
      } else if (value == null) {
        statement.setNull(i + 1, Types.NULL);
      } else if (value instanceof TypedNull nothing) {
        statement.setNull(i + 1, nothing == TypedNull.NUMBER ? Types.BIGINT : Types.VARCHAR);
      } else if (value instanceof ArrayParameter list) {
        String type = list.numeric() ? "bigint" : "text";
        statement.setArray(i + 1, statement.getConnection().createArrayOf(type, list.boxed()));
      } else {
        throw new IllegalArgumentException("no parameter: " + value.getClass());
      }
    }
  }

  /** How many rows each changed; all of them in one round trip if the database takes lists. */
  public int[] updates(List<SqlStatement> all) throws SQLException {
    int[] counts = new int[all.size()];
    if (all.size() < 2 || !arrays) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] = update(all.get(i).sql, all.get(i).values);
      }
      return counts;
    }
    PreparedStatement joined = prepareJoined(all);
    joined.execute();
    for (int i = 0; i < counts.length; i++) {
      counts[i] = Math.max(0, joined.getUpdateCount());
      joined.getMoreResults();
    }
    return counts;
  }

  /** Asks all of them; in one round trip if the database takes lists. */
  public void queries(List<SqlQuery<?>> all) throws SQLException {
    if (all.size() < 2 || !arrays) {
      for (SqlQuery<?> each : all) {
        run(each);
      }
      return;
    }
    PreparedStatement joined = prepareJoined(all.stream().map(query -> query.statement).toList());
    joined.execute();
    for (SqlQuery<?> each : all) {
      try (ResultSet result = joined.getResultSet()) {
        each.deliver(result);
      }
      joined.getMoreResults();
    }
  }

  /**
   * A query that fails unless the number of rows is what its last parameter says.
   *
   * @param from which rows
   */
  public static String requireRowCount(String from) {
    return "SELECT 1 / (CASE WHEN COUNT(*) = ? THEN 1 ELSE 0 END) " + from;
  }

  /**
   * Executes all and commits, in one round trip; if one fails, nothing is done. The database takes
   * lists.
   */
  public void commit(List<SqlStatement> all) throws SQLException {
    List<SqlStatement> ending = new ArrayList<>(all);
    ending.add(new SqlStatement("COMMIT"));
    prepareJoined(ending).execute();
  }

  private <T> void run(SqlQuery<T> query) throws SQLException {
    query.consumer.accept(query(query.statement.sql, query.reader, query.statement.values));
  }

  private PreparedStatement prepareJoined(List<SqlStatement> all) throws SQLException {
    PreparedStatement joined =
        prepare(all.stream().map(each -> each.sql).collect(Collectors.joining("; ")));
    int bound = 0;
    for (SqlStatement each : all) {
      bind(joined, bound, each.values);
      bound += each.values.length;
    }
    return joined;
  }

  public int update(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    return statement.executeUpdate();
  }

  /** How many rows each changed. */
  public int[] batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
    if (rows.size() == 1) {
      return new int[] {update(sql, rows.get(0))};
    }
    PreparedStatement statement = prepare(sql);
    try {
      for (@Nullable Object[] values : rows) {
        bind(statement, values);
        statement.addBatch();
      }
      return statement.executeBatch();
    } catch (SQLException | RuntimeException e) {
      statement.clearBatch();
      throw e;
    }
  }

  /**
   * Adds rows, several with each statement where a row costs more than its message.
   *
   * @param several the text that adds so many rows
   */
  public void insertRows(String sql, String several, int count, List<@Nullable Object[]> rows)
      throws SQLException {
    int together = arrays ? 0 : rows.size() - rows.size() % count;
    List<@Nullable Object[]> joined = new ArrayList<>();
    for (int i = 0; i < together; i += count) {
      int width = rows.get(i).length;
      @Nullable Object[] values = new @Nullable Object[count * width];
      for (int n = 0; n < count; n++) {
        System.arraycopy(rows.get(i + n), 0, values, n * width, width);
      }
      joined.add(values);
    }
    if (!joined.isEmpty()) {
      int[] unused = batch(several, joined);
    }
    if (together < rows.size()) {
      int[] unused = batch(sql, rows.subList(together, rows.size()));
    }
  }

  public <T> List<T> query(String sql, RowReader<T> row, @Nullable Object... values)
      throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    List<T> all = new ArrayList<>();
    try (ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        all.add(row.read(result));
      }
    }
    return all;
  }

  /** The first row, or null. */
  public <T> @Nullable T first(String sql, RowReader<T> row, @Nullable Object... values)
      throws SQLException {
    List<T> all = query(sql, row, values);
    return all.isEmpty() ? null : all.get(0);
  }

  /** As {@link #query}, but holds only some rows at a time. */
  public <T> void forEach(String sql, RowReader<T> row, Consumer<T> consumer) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(500);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          consumer.accept(row.read(result));
        }
      }
    }
  }

  public static @Nullable Long longOrNull(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  public void commit() throws SQLException {
    if (begin.isEmpty()) {
      connection.commit();
    } else {
      prepare("COMMIT").execute();
      inTransaction = false;
    }
  }

  public void rollback() throws SQLException {
    if (begin.isEmpty()) {
      connection.rollback();
    } else if (inTransaction) {
      inTransaction = false;
      execute("ROLLBACK");
    }
  }

  /**
   * From here on a part of the transaction can be undone; it ends with {@link #releaseSavepoint}.
   */
  public void savepoint() throws SQLException {
    execute("SAVEPOINT part");
  }

  public void releaseSavepoint() throws SQLException {
    execute("RELEASE SAVEPOINT part");
  }

  public void rollbackToSavepoint() throws SQLException {
    execute("ROLLBACK TO SAVEPOINT part");
    releaseSavepoint();
  }

  /** Ends it without a word: whoever calls this has something more important to say. */
  @Override
  public void close() {
    try (connection) {
      if (!resetStatement.isEmpty()) {
        connection.rollback();
        connection.setAutoCommit(true);
        execute(resetStatement);
      }
    } catch (SQLException e) {
      // it is gone either way
    }
  }
}
