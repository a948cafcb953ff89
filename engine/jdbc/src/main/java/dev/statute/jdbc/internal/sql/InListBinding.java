package dev.statute.jdbc.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lists of values in a query: one list parameter if the database supports it, else a parameter per
 * value. A single value outside a group is a plain parameter, which costs half; in a group, lists
 * of one stay lists, so that few statements are prepared.
 */
public final class InListBinding {
  private final boolean asArrays;
  private final List<Boolean> numbers;
  private final List<List<Object>> rows;

  /**
   * Binds rows.
   *
   * @param numbers which of a row's values are whole numbers; the others are texts
   */
  public InListBinding(
      JdbcSession session, boolean alone, List<Boolean> numbers, List<List<Object>> rows) {
    asArrays = session.supportsArrays() && !(alone && rows.size() == 1);
    this.numbers = numbers;
    this.rows = asArrays ? rows : padded(rows);
  }

  /** Binds texts. */
  public static InListBinding of(JdbcSession session, boolean alone, List<String> values) {
    return new InListBinding(
        session, alone, List.of(false), values.stream().map(List::<Object>of).toList());
  }

  /** Pads rows to a power of two by repeating the last one, so that few statements are prepared. */
  private static List<List<Object>> padded(List<List<Object>> rows) {
    List<List<Object>> all = new ArrayList<>(rows);
    int size = rows.size() <= 1 ? 1 : Integer.highestOneBit(rows.size() - 1) << 1;
    while (all.size() < size) {
      all.add(rows.get(rows.size() - 1));
    }
    return all;
  }

  /** Returns the condition that the column has one of the values of the only list. */
  public String inCondition(String column) {
    return asArrays
        ? column + " = ANY (CAST(? AS TEXT[]))"
        : rows.stream().map(row -> "?").collect(Collectors.joining(", ", column + " IN (", ")"));
  }

  /** Returns a table of the lists without a name, with columns {@code column1} and so on. */
  public String table() {
    if (asArrays) {
      return "(SELECT " + unnestColumns(numbers, "column") + ")";
    }
    String mark = numbers.stream().map(n -> "?").collect(Collectors.joining(", ", "(", ")"));
    return rows.stream().map(row -> mark).collect(Collectors.joining(", ", "(VALUES ", ")"));
  }

  /**
   * Returns the select list of list values, a parameter each, by index. A table function would be
   * slower: each execution would allocate memory for it, which takes as long as writing a row.
   *
   * @param name prefix of the values' names, followed by their number from 1
   */
  static String unnestColumns(List<Boolean> numbers, String name) {
    return IntStream.rangeClosed(1, numbers.size())
        .mapToObj(
            i ->
                "unnest(CAST(? AS "
                    + (numbers.get(i - 1) ? "BIGINT" : "TEXT")
                    + "[])) AS "
                    + name
                    + i)
        .collect(Collectors.joining(", "));
  }

  /** Returns the parameters. */
  public Object[] values() {
    if (!asArrays) {
      return rows.stream().flatMap(List::stream).toArray();
    }
    return IntStream.range(0, numbers.size())
        .mapToObj(
            i ->
                new JdbcSession.ArrayParameter(
                    numbers.get(i), rows.stream().map(r -> r.get(i)).toList()))
        .toArray();
  }
}
