package dev.statute.jdbc;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is executed for many rows at once, as the two kinds of databases take it.
 *
 * @param each its parameters are the values of one row
 * @param all its parameters are lists, one per value, of all rows
 * @param numbers which values are whole numbers; the others are texts
 * @param sureEach as {@code each}, and it fails unless it changes a row
 * @param sureAll as {@code all}, and it fails unless it changes as many rows as there are in the
 *     lists
 * @param counts whether those two take the number of rows after all other values
 */
record BatchStatement(
    String each,
    String all,
    List<Boolean> numbers,
    String sureEach,
    String sureAll,
    boolean counts) {
  BatchStatement {
    numbers = List.copyOf(numbers);
  }

  /**
   * A statement that adds rows.
   *
   * @param columns their names, with {@code #} at the end of those that hold numbers
   * @param conflict how it ends
   */
  static BatchStatement inserting(String table, List<String> columns, String conflict) {
    String head =
        "INSERT INTO "
            + table
            + "("
            + columns.stream().map(BatchStatement::name).collect(Collectors.joining(", "))
            + ") ";
    String marks = String.join(", ", columns.stream().map(column -> "?").toList());
    String each = head + "VALUES (" + marks + ")";
    String all = head + "SELECT " + lists(columns);
    // what is there already is an error of the database then
    return new BatchStatement(
        each + " " + conflict, all + " " + conflict, numbers(columns), each, all, false);
  }

  /**
   * A statement that writes rows over.
   *
   * @param columns what is written
   * @param where what must be equal to the values after those, expressions of names
   */
  static BatchStatement updating(String table, List<String> columns, List<String> where) {
    List<String> both = both(columns, where);
    StringJoiner each = new StringJoiner(", ");
    StringJoiner all = new StringJoiner(", ");
    for (int i = 0; i < columns.size(); i++) {
      each.add(name(columns.get(i)) + " = ?");
      all.add(name(columns.get(i)) + " = v" + (i + 1));
    }
    return counted(
        "UPDATE " + table + " SET " + each + where(where, columns.size(), false),
        "UPDATE "
            + table
            + " SET "
            + all
            + " FROM (SELECT "
            + lists(both)
            + ") v"
            + where(where, columns.size(), true),
        numbers(both));
  }

  /** A statement that takes rows away for which these are equal to its values. */
  static BatchStatement deleting(String table, List<String> where) {
    return counted(
        "DELETE FROM " + table + where(where, 0, false),
        "DELETE FROM " + table + " USING (SELECT " + lists(where) + ") v" + where(where, 0, true),
        numbers(where));
  }

  private static BatchStatement counted(String each, String all, List<Boolean> numbers) {
    return new BatchStatement(each, all, numbers, counted(each), counted(all), true);
  }

  private static String counted(String sql) {
    return "WITH r AS (" + sql + " RETURNING 1) " + JdbcSession.failingUnless("FROM r");
  }

  /** The values of one row, where nothing is said as what kind of value is missing. */
  @Nullable Object[] typed(@Nullable Object[] row) {
    @Nullable Object[] typed = row.clone();
    for (int i = 0; i < typed.length; i++) {
      if (typed[i] == null) {
        typed[i] = numbers.get(i) ? JdbcSession.Nothing.NUMBER : JdbcSession.Nothing.TEXT;
      }
    }
    return typed;
  }

  private static String where(List<String> where, int from, boolean named) {
    return IntStream.range(0, where.size())
        .mapToObj(i -> name(where.get(i)) + " = " + (named ? "v" + (from + i + 1) : "?"))
        .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  private static String lists(List<String> columns) {
    return InListBinding.sideBySide(numbers(columns), "v");
  }

  private static List<String> both(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static List<Boolean> numbers(List<String> columns) {
    return columns.stream().map(BatchStatement::isNumber).toList();
  }

  static boolean isNumber(String column) {
    return column.endsWith("#");
  }

  static String name(String column) {
    return isNumber(column) ? column.substring(0, column.length() - 1) : column;
  }
}
