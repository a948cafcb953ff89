package dev.statute.jdbc;

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
 * A connection and the statements it has prepared. Parameters are null, {@link Nothing}, String,
 * Long and Integer, and {@link Values} where the database takes lists. Confined to one thread at a
 * time.
 */
final class JdbcSession implements AutoCloseable {
  /** Statements that are kept; their texts are constants, but for the lengths of lists. */
  private static final int KEPT = 200;

  final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  private final String begin;
  private final boolean lists;
  private final String end;
  private boolean begun;

  /**
   * @param begin the statement that begins a transaction; empty = the driver does it by itself
   * @param lists whether a parameter may be a list, and statements may be sent together
   * @param end what undoes our settings, as the connection may be of somebody's pool; empty =
   *     nothing
   */
  JdbcSession(Connection connection, String begin, boolean lists, String end) {
    this.connection = connection;
    this.begin = begin;
    this.lists = lists;
    this.end = end;
  }

  /**
   * A null whose kind is said: without it a statement that was prepared for a value would be
   * prepared anew.
   */
  enum Nothing {
    TEXT,
    NUMBER
  }

  /** A list of values as one parameter. */
  record Values(boolean numbers, List<? extends @Nullable Object> values) {
    private @Nullable Object[] boxed() {
      @Nullable Object[] all = numbers ? new Long[values.size()] : new String[values.size()];
      for (int i = 0; i < all.length; i++) {
        all[i] = values.get(i) instanceof Number number ? (Long) number.longValue() : values.get(i);
      }
      return all;
    }
  }

  /** A statement and its parameters. */
  static final class Statement {
    final String sql;
    final @Nullable Object[] values;

    Statement(String sql, @Nullable Object... values) {
      this.sql = sql;
      this.values = values;
    }
  }

  /** A query, and who is told the rows that it finds. */
  static final class Query<T> {
    final Statement statement;
    final Row<T> row;
    final Consumer<List<T>> then;

    Query(Statement statement, Row<T> row, Consumer<List<T>> then) {
      this.statement = statement;
      this.row = row;
      this.then = then;
    }

    private void tell(ResultSet result) throws SQLException {
      List<T> all = new ArrayList<>();
      while (result.next()) {
        all.add(row.of(result));
      }
      then.accept(all);
    }
  }

  /** Whether a parameter may be a list. */
  boolean takesLists() {
    return lists;
  }

  private void execute(String sql) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  void begin() throws SQLException {
    if (!begin.isEmpty()) {
      prepare(begin).execute();
      begun = true;
    }
  }

  /** Makes a value of the row a result stands at. */
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known != null) {
      return known;
    }
    if (statements.size() >= KEPT) {
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
      } else if (value instanceof Nothing nothing) {
        statement.setNull(i + 1, nothing == Nothing.NUMBER ? Types.BIGINT : Types.VARCHAR);
      } else if (value instanceof Values list) {
        String type = list.numbers() ? "bigint" : "text";
        statement.setArray(i + 1, statement.getConnection().createArrayOf(type, list.boxed()));
      } else {
        throw new IllegalArgumentException("no parameter: " + value.getClass());
      }
    }
  }

  /** How many rows each changed; all of them in one round trip if the database takes lists. */
  int[] updates(List<Statement> all) throws SQLException {
    int[] counts = new int[all.size()];
    if (all.size() < 2 || !lists) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] = update(all.get(i).sql, all.get(i).values);
      }
      return counts;
    }
    PreparedStatement joined = joined(all);
    joined.execute();
    for (int i = 0; i < counts.length; i++) {
      counts[i] = Math.max(0, joined.getUpdateCount());
      joined.getMoreResults();
    }
    return counts;
  }

  /** Asks all of them; in one round trip if the database takes lists. */
  void queries(List<Query<?>> all) throws SQLException {
    if (all.size() < 2 || !lists) {
      for (Query<?> each : all) {
        ask(each);
      }
      return;
    }
    PreparedStatement joined = joined(all.stream().map(query -> query.statement).toList());
    joined.execute();
    for (Query<?> each : all) {
      try (ResultSet result = joined.getResultSet()) {
        each.tell(result);
      }
      joined.getMoreResults();
    }
  }

  /**
   * A query that fails unless the number of rows is what its last parameter says.
   *
   * @param from which rows
   */
  static String failingUnless(String from) {
    return "SELECT 1 / (CASE WHEN COUNT(*) = ? THEN 1 ELSE 0 END) " + from;
  }

  /**
   * Executes all and commits, in one round trip; if one fails, nothing is done. The database takes
   * lists.
   */
  void commit(List<Statement> all) throws SQLException {
    List<Statement> ending = new ArrayList<>(all);
    ending.add(new Statement("COMMIT"));
    joined(ending).execute();
  }

  private <T> void ask(Query<T> query) throws SQLException {
    query.then.accept(query(query.statement.sql, query.row, query.statement.values));
  }

  private PreparedStatement joined(List<Statement> all) throws SQLException {
    PreparedStatement joined =
        prepare(all.stream().map(each -> each.sql).collect(Collectors.joining("; ")));
    int bound = 0;
    for (Statement each : all) {
      bind(joined, bound, each.values);
      bound += each.values.length;
    }
    return joined;
  }

  int update(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    return statement.executeUpdate();
  }

  /** How many rows each changed. */
  int[] batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
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
  void insert(String sql, String several, int count, List<@Nullable Object[]> rows)
      throws SQLException {
    int together = lists ? 0 : rows.size() - rows.size() % count;
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

  <T> List<T> query(String sql, Row<T> row, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    List<T> all = new ArrayList<>();
    try (ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        all.add(row.of(result));
      }
    }
    return all;
  }

  /** The first row, or null. */
  <T> @Nullable T first(String sql, Row<T> row, @Nullable Object... values) throws SQLException {
    List<T> all = query(sql, row, values);
    return all.isEmpty() ? null : all.get(0);
  }

  /** As {@link #query}, but holds only some rows at a time. */
  <T> void each(String sql, Row<T> row, Consumer<T> consumer) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(500);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          consumer.accept(row.of(result));
        }
      }
    }
  }

  static @Nullable Long longOrNull(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  void commit() throws SQLException {
    if (begin.isEmpty()) {
      connection.commit();
    } else {
      prepare("COMMIT").execute();
      begun = false;
    }
  }

  void rollback() throws SQLException {
    if (begin.isEmpty()) {
      connection.rollback();
    } else if (begun) {
      begun = false;
      execute("ROLLBACK");
    }
  }

  /** From here on a part of the transaction can be undone; it ends with {@link #keep}. */
  void part() throws SQLException {
    execute("SAVEPOINT part");
  }

  void keep() throws SQLException {
    execute("RELEASE SAVEPOINT part");
  }

  void undo() throws SQLException {
    execute("ROLLBACK TO SAVEPOINT part");
    keep();
  }

  /** Ends it without a word: whoever calls this has something more important to say. */
  @Override
  public void close() {
    try (connection) {
      if (!end.isEmpty()) {
        connection.rollback();
        connection.setAutoCommit(true);
        execute(end);
      }
    } catch (SQLException e) {
      // it is gone either way
    }
  }
}
