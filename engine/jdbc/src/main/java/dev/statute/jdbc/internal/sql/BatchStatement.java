package dev.statute.jdbc.internal.sql;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is executed for many rows at once, as the two kinds of databases take it.
 *
 * @param rowSql its parameters are the values of one row
 * @param batchSql its parameters are lists, one per value, of all rows
 * @param numeric which values are whole numbers; the others are texts
 * @param checkedRowSql as {@code each}, and it fails unless it changes a row
 * @param checkedBatchSql as {@code all}, and it fails unless it changes as many rows as there are
 *     in the lists
 * @param takesRowCount whether those two take the number of rows after all other values
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
   * A statement that adds rows.
   *
   * @param columns their names, with {@code #} at the end of those that hold numbers
   * @param conflict how it ends
   */
  static BatchStatement insert(String table, List<String> columns, String conflict) {
    String head =
        "INSERT INTO "
            + table
            + "("
            + columns.stream().map(BatchStatement::columnName).collect(Collectors.joining(", "))
            + ") ";
    String marks = String.join(", ", columns.stream().map(column -> "?").toList());
    String each = head + "VALUES (" + marks + ")";
    String all = head + "SELECT " + unnestColumns(columns);
    // what is there already is an error of the database then
    return new BatchStatement(
        each + " " + conflict, all + " " + conflict, numeric(columns), each, all, false);
  }

  /**
   * A statement that writes rows over.
   *
   * @param columns what is written
   * @param where what must be equal to the values after those, expressions of names
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

  /** A statement that takes rows away for which these are equal to its values. */
  static BatchStatement delete(String table, List<String> where) {
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

  /** The values of one row, where nothing is said as what kind of value is missing. */
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

  private static List<String> concat(List<String> first, List<String> second) {
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
