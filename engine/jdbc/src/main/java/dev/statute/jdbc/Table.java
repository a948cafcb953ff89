package dev.statute.jdbc;

import dev.statute.store.InstanceStore.Damage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows are records, written and read whole, each with its checksum in a last column
 * {@code crc}.
 */
final class Table<T> {
  private final String name;
  private final String[] columns;
  private final boolean[] numbers;
  private final Function<T, @Nullable Object[]> write;
  private final Function<Values, T> read;
  private final String all;
  private final String insert;
  private final String set;

  /**
   * @param columns their names; those that hold numbers end in {@code #}; the first one names the
   *     row to people
   */
  Table(
      String name,
      String columns,
      Function<T, @Nullable Object[]> write,
      Function<Values, T> read) {
    this.name = name;
    this.write = write;
    this.read = read;
    String[] declared = columns.split(" ", -1);
    this.columns = new String[declared.length];
    numbers = new boolean[declared.length];
    for (int i = 0; i < declared.length; i++) {
      numbers[i] = declared[i].endsWith("#");
      this.columns[i] = declared[i].replace("#", "");
    }
    String list = String.join(", ", this.columns);
    all = "SELECT " + list + ", crc FROM " + name;
    insert = "INSERT INTO " + name + "(" + list + ", crc";
    set =
        Arrays.stream(this.columns).map(each -> each + " = ?").collect(Collectors.joining(", "))
            + ", crc = ?";
  }

  /** The values of a row, by column. */
  static final class Values {
    private final @Nullable Object[] values;

    private Values(@Nullable Object[] values) {
      this.values = values;
    }

    @Nullable String textOrNull(int column) {
      return values[column] instanceof String text ? text : null;
    }

    String text(int column) {
      return String.valueOf(values[column]);
    }

    @Nullable Long numberOrNull(int column) {
      return values[column] instanceof Long number ? number : null;
    }

    long number(int column) {
      return values[column] instanceof Long number ? number : 0;
    }

    int small(int column) {
      return Math.toIntExact(number(column));
    }

    @Nullable Instant instantOrNull(int column) {
      return values[column] instanceof Long millis ? Instant.ofEpochMilli(millis) : null;
    }

    Instant instant(int column) {
      return Instant.ofEpochMilli(number(column));
    }

    <E extends Enum<E>> E word(int column, Class<E> words) {
      return Enum.valueOf(words, text(column).toUpperCase(Locale.ROOT));
    }
  }

  static @Nullable Long millis(@Nullable Instant instant) {
    return instant == null ? null : (Long) instant.toEpochMilli();
  }

  /** Values and more values. */
  static @Nullable Object[] and(@Nullable Object[] first, @Nullable Object... more) {
    @Nullable Object[] both = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, both, first.length, more.length);
    return both;
  }

  /** The values of a row in the order of its columns, its checksum last. */
  @Nullable Object[] values(T row) {
    @Nullable Object[] values = write.apply(row);
    @Nullable Object[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = Crc.of(values);
    return all;
  }

  /**
   * A statement that adds a row unless there is one; its parameters are the values.
   *
   * @param unless columns that are unique together; empty = whatever is unique
   */
  String inserting(String unless) {
    String target = unless.isEmpty() ? "" : "(" + unless + ") ";
    return insert + ") VALUES (" + marks() + ") ON CONFLICT " + target + "DO NOTHING";
  }

  /**
   * A statement that adds a row unless there is one, and a column that is not of its content; its
   * parameters are the values, then those of the expression.
   */
  String inserting(String column, String expression) {
    return insert
        + ", "
        + column
        + ") VALUES ("
        + marks()
        + ", "
        + expression
        + ") ON CONFLICT DO NOTHING";
  }

  /**
   * A statement that adds a row and a column, both from a query that finds one row or none; its
   * parameters are the values, then those of the expression and of the query.
   */
  String insertingFrom(String column, String expression, String query) {
    return insert
        + ", "
        + column
        + ") SELECT "
        + marks()
        + ", "
        + expression
        + " "
        + query
        + " ON CONFLICT DO NOTHING";
  }

  /** A statement that adds a row, or writes it over the one with the same key. */
  String replacing(String key, String condition) {
    String others =
        Arrays.stream(columns)
            .map(each -> each + " = excluded." + each)
            .collect(Collectors.joining(", "));
    return insert
        + ") VALUES ("
        + marks()
        + ") ON CONFLICT ("
        + key
        + ") DO UPDATE SET "
        + others
        + ", crc = excluded.crc"
        + condition;
  }

  private String marks() {
    return "?, ".repeat(columns.length) + "?";
  }

  /** A statement that writes rows over; its parameters are the values, then the condition's. */
  String updating(String where) {
    return "UPDATE " + name + " SET " + set + " WHERE " + where;
  }

  /** Rows in the order that {@code rest} asks for. */
  List<T> list(Session session, String rest, Object... values) throws SQLException {
    return session.query(all + " " + rest, this::checked, values);
  }

  @Nullable T first(Session session, String rest, Object... values) throws SQLException {
    List<T> rows = list(session, rest, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  private @Nullable Object[] read(ResultSet row) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = numbers[i] ? Session.longOrNull(row, i + 1) : row.getString(i + 1);
    }
    return values;
  }

  /** The row a result stands at, whose first columns are this table's, and then its crc. */
  T checked(ResultSet row) throws SQLException {
    @Nullable Object[] values = read(row);
    if (row.getLong(columns.length + 1) != Crc.of(values)) {
      throw InstanceRow.corrupted(name, String.valueOf(values[0]), Check.SUM);
    }
    return read.apply(new Values(values));
  }

  List<Damage> check(Session session) throws SQLException {
    List<Damage> damages = new ArrayList<>();
    session.each(
        all,
        row -> {
          @Nullable Object[] values = read(row);
          boolean good = row.getLong(columns.length + 1) == Crc.of(values);
          return good ? "" : "row " + values[0];
        },
        bad -> {
          if (!bad.isEmpty()) {
            damages.add(new Damage(name, bad.substring(4), Check.SUM));
          }
        });
    return damages;
  }
}
