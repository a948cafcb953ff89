package dev.statute.jdbc;

import dev.statute.store.InstanceStore.Damage;
import dev.statute.turns.TurnStatuses;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows are records, written and read whole, each with its checksum in a last column
 * {@code crc}.
 */
final class RecordTable<T> {
  private final String name;
  private final String[] columns;
  private final boolean[] numbers;
  private final Function<T, @Nullable Object[]> write;
  private final Function<Values, T> read;
  private final List<String> written;
  private final SideColumns beside;
  private final String all;

  /**
   * @param columns their names; those that hold numbers end in {@code #}; the first one names the
   *     row to people
   */
  RecordTable(
      String name,
      String columns,
      Function<T, @Nullable Object[]> write,
      Function<Values, T> read) {
    this(name, columns, SideColumns.NOTHING, write, read);
  }

  /**
   * @param beside what is kept beside the content; a query has it after the checksum
   */
  RecordTable(
      String name,
      String columns,
      SideColumns beside,
      Function<T, @Nullable Object[]> write,
      Function<Values, T> read) {
    this.name = name;
    this.beside = beside;
    this.write = write;
    this.read = read;
    String[] declared = columns.split(" ", -1);
    this.columns = new String[declared.length];
    numbers = new boolean[declared.length];
    for (int i = 0; i < declared.length; i++) {
      numbers[i] = declared[i].endsWith("#");
      this.columns[i] = declared[i].replace("#", "");
    }
    written = and(Arrays.asList(declared), List.of("crc#"));
    all =
        "SELECT " + String.join(", ", this.columns) + ", crc" + beside.selected() + " FROM " + name;
  }

  String name() {
    return name;
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
      return TurnStatuses.of(words, text(column));
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
    all[values.length] = RowChecksum.of(values);
    return all;
  }

  /** The checksum of a row. */
  long sum(T row) {
    return RowChecksum.of(write.apply(row));
  }

  /**
   * A statement that adds rows unless they are there; it takes their values, and after them what is
   * beside their content.
   *
   * @param unless columns that are unique together; empty = whatever is unique
   */
  BatchStatement inserting(String unless) {
    String target = unless.isEmpty() ? "" : "(" + unless + ") ";
    return BatchStatement.inserting(
        name, and(written, beside.written()), "ON CONFLICT " + target + "DO NOTHING");
  }

  /** A statement that adds rows, or writes them over those with the same key. */
  BatchStatement replacing(String key, String condition) {
    String others =
        written.stream()
            .map(BatchStatement::name)
            .map(each -> each + " = excluded." + each)
            .collect(Collectors.joining(", "));
    return BatchStatement.inserting(
        name, written, "ON CONFLICT (" + key + ") DO UPDATE SET " + others + condition);
  }

  /** A statement that writes rows over where these are equal to the values after theirs. */
  BatchStatement updating(String... where) {
    return BatchStatement.updating(name, written, Arrays.asList(where));
  }

  /** The same with what is beside their content, whose values follow theirs. */
  BatchStatement updatingWhole(String... where) {
    return BatchStatement.updating(name, and(written, beside.written()), Arrays.asList(where));
  }

  /** A statement that takes rows away where these are equal to its values. */
  BatchStatement deleting(String... where) {
    return BatchStatement.deleting(name, Arrays.asList(where));
  }

  private static List<String> and(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /** A query of rows. */
  String selecting(String rest) {
    return all + " " + rest;
  }

  /** A column behind the content and the checksum of the row a result stands at, from 0 on. */
  int behind(int column) {
    return columns.length + 2 + column;
  }

  /** Rows in the order that {@code rest} asks for. */
  List<T> list(JdbcSession session, String rest, Object... values) throws SQLException {
    return session.query(selecting(rest), this::checked, values);
  }

  @Nullable T first(JdbcSession session, String rest, Object... values) throws SQLException {
    List<T> rows = list(session, rest, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  private @Nullable Object[] read(ResultSet row) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = numbers[i] ? JdbcSession.longOrNull(row, i + 1) : row.getString(i + 1);
    }
    return values;
  }

  /** The row a result stands at, as a query of this table has it. */
  T checked(ResultSet row) throws SQLException {
    @Nullable Object[] values = read(row);
    String damage = damage(row, values);
    if (damage != null) {
      throw InstanceRow.corrupted(name, String.valueOf(values[0]), damage);
    }
    return read.apply(new Values(values));
  }

  private @Nullable String damage(ResultSet row, @Nullable Object[] values) throws SQLException {
    int sum = columns.length + 1;
    return row.getLong(sum) == RowChecksum.of(values)
        ? beside.damage(row, String.valueOf(values[0]), sum + 1)
        : ChecksumAudit.SUM;
  }

  /** A row as it lies there, damaged or not. */
  static final class Raw {
    private final @Nullable Object[] values;

    /** What is kept beside the content, without its checksum. */
    private final @Nullable Object[] beside;

    private final @Nullable String damage;

    Raw(@Nullable Object[] values, @Nullable Object[] beside, @Nullable String damage) {
      this.values = values;
      this.beside = beside;
      this.damage = damage;
    }

    @Nullable Object[] values() {
      return values;
    }

    @Nullable Object[] beside() {
      return beside;
    }

    @Nullable String damage() {
      return damage;
    }

    @Nullable Object get(int column) {
      return values[column];
    }
  }

  /** Rows as they lie there. */
  List<Raw> raw(JdbcSession session, String rest, Object... values) throws SQLException {
    return session.query(
        selecting(rest),
        row -> {
          @Nullable Object[] content = read(row);
          @Nullable Object[] other = new @Nullable Object[beside.columns().size()];
          for (int i = 0; i < other.length; i++) {
            other[i] = JdbcSession.longOrNull(row, behind(i));
          }
          return new Raw(content, other, damage(row, content));
        },
        values);
  }

  /** Writes a row with the checksums of what it says now. */
  void rewrite(JdbcSession session, Raw row) throws SQLException {
    StringBuilder sql = new StringBuilder("UPDATE " + name + " SET crc = ?");
    List<@Nullable Object> all = new ArrayList<>();
    all.add(RowChecksum.of(row.values));
    for (int i = 1; i < columns.length; i++) {
      sql.append(", ").append(columns[i]).append(" = ?");
      all.add(row.values[i]);
    }
    String key = String.valueOf(row.values[0]);
    if (!beside.columns().isEmpty()) {
      sql.append(", ").append(beside.sum()).append(" = ?");
      all.add(RowChecksum.of(and(new Object[] {key}, row.beside)));
    }
    all.add(row.values[0]);
    session.update(sql + " WHERE " + columns[0] + " = ?", all.toArray());
  }

  private void readable(@Nullable Object[] values) {
    T unused = read.apply(new Values(values));
  }

  List<Damage> check(JdbcSession session) throws SQLException {
    List<Damage> damages = new ArrayList<>();
    session.each(
        all,
        row -> {
          @Nullable Object[] values = read(row);
          String sum = damage(row, values);
          String found = sum == null ? InstanceRow.unreadable(() -> readable(values)) : sum;
          return Optional.ofNullable(found)
              .map(damage -> new Damage(name, String.valueOf(values[0]), damage));
        },
        damage -> damage.ifPresent(damages::add));
    return damages;
  }
}
