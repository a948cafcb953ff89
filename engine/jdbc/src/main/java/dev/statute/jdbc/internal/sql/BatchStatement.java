package dev.statute.jdbc.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Statement for one or many rows, in the forms of both kinds of databases.
 *
 * @param rowSql with the values of one row as parameters
 * @param batchSql with lists as parameters, one per value, of all rows
 * @param numeric which values are whole numbers; the others are texts
 * @param checkedRowSql variant of {@code rowSql} that fails unless it changes a row
 * @param checkedBatchSql variant of {@code batchSql} that fails unless it changes as many rows as
 *     the lists have
 * @param takesRowCount true if the checked variants take the number of rows after all other values
 */
public record BatchStatement(
    String rowSql,
    String batchSql,
    List<Boolean> numeric,
    String checkedRowSql,
    String checkedBatchSql,
    boolean takesRowCount) {
  public BatchStatement {
    numeric = List.copyOf(numeric);
  }

  /**
   * Creates an INSERT statement.
   *
   * @param columns their names, with {@code #} at the end of numeric ones
   * @param conflict conflict clause
   */
  public static BatchStatement insert(String table, List<String> columns, String conflict) {
    String head =
        "INSERT INTO "
            + table
            + "("
            + columns.stream().map(BatchStatement::columnName).collect(Collectors.joining(", "))
            + ") ";
    String marks = String.join(", ", columns.stream().map(column -> "?").toList());
    String each = head + "VALUES (" + marks + ")";
    String all = head + "SELECT " + unnestColumns(columns);
    // an existing row is an error of the database then
    return new BatchStatement(
        each + " " + conflict, all + " " + conflict, numeric(columns), each, all, false);
  }

  /**
   * Creates an UPDATE statement.
   *
   * @param columns written columns
   * @param where expressions that must equal the values after those
   */
  static BatchStatement update(String table, List<String> columns, List<String> where) {
    List<String> both = concat(columns, where);
    StringJoiner each = new StringJoiner(", ");
    StringJoiner all = new StringJoiner(", ");
    for (int i = 0; i < columns.size(); i++) {
      each.add(columnName(columns.get(i)) + " = ?");
      all.add(columnName(columns.get(i)) + " = v" + (i + 1));
    }
    return countingRows(
        "UPDATE " + table + " SET " + each + whereClause(where, columns.size(), false),
        "UPDATE "
            + table
            + " SET "
            + all
            + " FROM (SELECT "
            + unnestColumns(both)
            + ") v"
            + whereClause(where, columns.size(), true),
        numeric(both));
  }

  /** Creates a DELETE statement with equality conditions. */
  public static BatchStatement delete(String table, List<String> where) {
    return countingRows(
        "DELETE FROM " + table + whereClause(where, 0, false),
        "DELETE FROM "
            + table
            + " USING (SELECT "
            + unnestColumns(where)
            + ") v"
            + whereClause(where, 0, true),
        numeric(where));
  }

  private static BatchStatement countingRows(String each, String all, List<Boolean> numbers) {
    return new BatchStatement(each, all, numbers, countingRows(each), countingRows(all), true);
  }

  private static String countingRows(String sql) {
    return "WITH r AS (" + sql + " RETURNING 1) " + JdbcSession.requireRowCount("FROM r");
  }

  /** Returns the statement for several rows, with their values as lists. */
  public JdbcSession.SqlStatement ofRows(List<@Nullable Object[]> rows) {
    return new JdbcSession.SqlStatement(batchSql, lists(rows));
  }

  /** Returns the values of rows as one list per column. */
  @Nullable Object[] lists(List<@Nullable Object[]> rows) {
    @Nullable Object[] lists = new @Nullable Object[numeric.size()];
    for (int i = 0; i < lists.length; i++) {
      List<@Nullable Object> list = new ArrayList<>(rows.size());
      for (@Nullable Object[] row : rows) {
        list.add(row[i]);
      }
      lists[i] = new JdbcSession.ArrayParameter(numeric.get(i), list);
    }
    return lists;
  }

  /** Returns the values of one row with typed nulls. */
  @Nullable Object[] withTypedNulls(@Nullable Object[] row) {
    @Nullable Object[] typed = row.clone();
    for (int i = 0; i < typed.length; i++) {
      if (typed[i] == null) {
        typed[i] = numeric.get(i) ? JdbcSession.TypedNull.NUMBER : JdbcSession.TypedNull.TEXT;
      }
    }
    return typed;
  }

  private static String whereClause(List<String> where, int from, boolean named) {
    return IntStream.range(0, where.size())
        .mapToObj(i -> columnName(where.get(i)) + " = " + (named ? "v" + (from + i + 1) : "?"))
        .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  private static String unnestColumns(List<String> columns) {
    return InListBinding.unnestColumns(numeric(columns), "v");
  }

  static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static List<Boolean> numeric(List<String> columns) {
    return columns.stream().map(BatchStatement::isNumeric).toList();
  }

  static boolean isNumeric(String column) {
    return column.endsWith("#");
  }

  static String columnName(String column) {
    return isNumeric(column) ? column.substring(0, column.length() - 1) : column;
  }
}
