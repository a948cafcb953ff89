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

  private @Nullable Object[] withCrc(T row) {
    @Nullable Object[] values = write.apply(row);
    @Nullable Object[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = Crc.of(values);
    return all;
  }

  private static @Nullable Object[] and(@Nullable Object[] first, @Nullable Object... more) {
    @Nullable Object[] both = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, both, first.length, more.length);
    return both;
  }

  /**
   * Adds a row unless there is one.
   *
   * @param unless columns that are unique together; empty = whatever is unique
   */
  boolean insert(Session session, T row, String unless) throws SQLException {
    String target = unless.isEmpty() ? "" : "(" + unless + ") ";
    return session.update(
            insert + ") VALUES (" + marks() + ") ON CONFLICT " + target + "DO NOTHING",
            withCrc(row))
        > 0;
  }

  /** Adds a row, and columns that are not of its content. */
  boolean insert(Session session, T row, String column, String expression, Object... values)
      throws SQLException {
    return session.update(
            insert
                + ", "
                + column
                + ") VALUES ("
                + marks()
                + ", "
                + expression
                + ")"
                + " ON CONFLICT DO NOTHING",
            and(withCrc(row), values))
        > 0;
  }

  /** Adds a row, in place of one with the same key. */
  void replace(Session session, T row, String key, String condition) throws SQLException {
    String others =
        Arrays.stream(columns)
            .map(each -> each + " = excluded." + each)
            .collect(Collectors.joining(", "));
    session.update(
        insert
            + ") VALUES ("
            + marks()
            + ") ON CONFLICT ("
            + key
            + ") DO UPDATE SET "
            + others
            + ", crc = excluded.crc"
            + condition,
        withCrc(row));
  }

  private String marks() {
    return "?, ".repeat(columns.length) + "?";
  }

  boolean update(Session session, T row, String where, Object... values) throws SQLException {
    return session.update(
            "UPDATE " + name + " SET " + set + " WHERE " + where, and(withCrc(row), values))
        > 0;
  }

  /** Rows in the order that {@code rest} asks for. */
  List<T> list(Session session, String rest, Object... values) throws SQLException {
    return session.query(all + " " + rest, this::checked, values);
  }

  @Nullable T first(Session session, String rest, Object... values) throws SQLException {
    List<T> rows = list(session, rest, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  private @Nullable Object[] values(ResultSet row) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = numbers[i] ? Session.longOrNull(row, i + 1) : row.getString(i + 1);
    }
    return values;
  }

  /** The row a result stands at, whose first columns are this table's, and then its crc. */
  T checked(ResultSet row) throws SQLException {
    @Nullable Object[] values = values(row);
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
          @Nullable Object[] values = values(row);
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
