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
 * Connection with its prepared statements. Parameters are null, {@link TypedNull}, String, Long and
 * Integer, and {@link ArrayParameter} where supported. Confined to one thread at a time.
 */
public final class JdbcSession implements AutoCloseable {
  /** Maximum number of kept statements; their texts are constants, but for the lengths of lists. */
  private static final int MAX_STATEMENTS = 200;

  final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  private final String begin;
  private final boolean arrays;
  private final String resetStatement;
  private boolean inTransaction;

  /**
   * Creates a session.
   *
   * @param begin the statement that begins a transaction; empty = the driver does it
   * @param lists true if the database supports list parameters and batches of different statements
   * @param end statement that resets the settings of a possibly pooled connection; empty = none
   */
  public JdbcSession(Connection connection, String begin, boolean lists, String end) {
    this.connection = connection;
    this.begin = begin;
    this.arrays = lists;
    this.resetStatement = end;
  }

  /** Null with a type: without it a prepared statement would be prepared again. */
  enum TypedNull {
    TEXT,
    NUMBER
  }

  /** List of values as one parameter. */
  record ArrayParameter(boolean numeric, List<? extends @Nullable Object> values) {
    @Nullable Object[] boxed() {
      @Nullable Object[] all = numeric ? new Long[values.size()] : new String[values.size()];
      for (int i = 0; i < all.length; i++) {
        all[i] = values.get(i) instanceof Number number ? (Long) number.longValue() : values.get(i);
      }
      return all;
    }
  }

  /** Statement and its parameters. */
  public static final class SqlStatement {
    final String sql;
    final @Nullable Object[] values;

    public SqlStatement(String sql, @Nullable Object... values) {
      this.sql = sql;
      this.values = values;
    }
  }

  /** Query and the consumer of its rows. */
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

  /** Tests for support of list parameters. */
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

  /** Converts the current row of a result. */
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Work in a transaction of a session. */
  public interface SessionWork<T> {
    T run(JdbcSession session) throws SQLException;
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

  /**
   * Executes updates, in one round trip if lists are supported; returns the number of rows of each.
   */
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

  /** Executes queries, in one round trip if lists are supported. */
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
   * Returns a query that fails unless the number of rows equals its last parameter.
   *
   * @param from source of the rows
   */
  public static String requireRowCount(String from) {
    return "SELECT 1 / (CASE WHEN COUNT(*) = ? THEN 1 ELSE 0 END) " + from;
  }

  /**
   * Executes all and commits, in one round trip; if one fails, all are undone. Requires support of
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

  /** Binds values to the parameters after a number of others. */
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

  public int update(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, 0, values);
    return statement.executeUpdate();
  }

  /** Executes a batch; returns the number of rows of each. */
  public int[] batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
    if (rows.size() == 1) {
      return new int[] {update(sql, rows.get(0))};
    }
    PreparedStatement statement = prepare(sql);
    try {
      for (@Nullable Object[] values : rows) {
        bind(statement, 0, values);
        statement.addBatch();
      }
      return statement.executeBatch();
    } catch (SQLException | RuntimeException e) {
      statement.clearBatch();
      throw e;
    }
  }

  public <T> List<T> query(String sql, RowReader<T> row, @Nullable Object... values)
      throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, 0, values);
    List<T> all = new ArrayList<>();
    try (ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        all.add(row.read(result));
      }
    }
    return all;
  }

  /** Returns the first row, or null. */
  public <T> @Nullable T first(String sql, RowReader<T> row, @Nullable Object... values)
      throws SQLException {
    List<T> all = query(sql, row, values);
    return all.isEmpty() ? null : all.get(0);
  }

  /** Passes the rows of a query to a consumer, with only some rows in memory at a time. */
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

  /** Starts a part of the transaction that can be undone; ends with {@link #releaseSavepoint}. */
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

  /** Closes the statements and leaves the connection open. */
  public void closeStatements() throws SQLException {
    for (PreparedStatement each : statements.values()) {
      each.close();
    }
    statements.clear();
  }

  /** Closes the session; suppresses failures, because the caller has a more important one. */
  @Override
  public void close() {
    try (connection) {
      if (!resetStatement.isEmpty()) {
        connection.rollback();
        connection.setAutoCommit(true);
        execute(resetStatement);
      }
    } catch (SQLException | RuntimeException e) {
      // it is closed either way
    }
  }
}
