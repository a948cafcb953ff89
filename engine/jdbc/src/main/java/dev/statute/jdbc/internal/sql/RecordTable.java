package dev.statute.jdbc.internal.sql;

import dev.statute.store.InstanceAdministration.Damage;
import dev.statute.turns.store.TurnStatuses;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Table of records, written and read whole, each with its checksum in a last column {@code crc}.
 */
public final class RecordTable<T> {
  private final String name;
  private final String[] columns;
  private final boolean[] numeric;
  private final Function<T, @Nullable Object[]> write;
  private final Function<RowValues, T> read;
  private final List<String> writtenColumns;
  private final SideColumns sideColumns;
  private final String selectSql;

  /**
   * Creates a table.
   *
   * @param columns their names; numeric ones end in {@code #}; the first one identifies the row in
   *     messages
   */
  public RecordTable(
      String name,
      String columns,
      Function<T, @Nullable Object[]> write,
      Function<RowValues, T> read) {
    this(name, columns, SideColumns.NONE, write, read);
  }

  /**
   * Creates a table with side columns.
   *
   * @param beside side columns; queries return them after the checksum
   */
  public RecordTable(
      String name,
      String columns,
      SideColumns beside,
      Function<T, @Nullable Object[]> write,
      Function<RowValues, T> read) {
    this.name = name;
    this.sideColumns = beside;
    this.write = write;
    this.read = read;
    String[] declared = columns.split(" ", -1);
    this.columns = new String[declared.length];
    numeric = new boolean[declared.length];
    for (int i = 0; i < declared.length; i++) {
      numeric[i] = BatchStatement.isNumeric(declared[i]);
      this.columns[i] = BatchStatement.columnName(declared[i]);
    }
    writtenColumns = BatchStatement.concat(Arrays.asList(declared), List.of("crc#"));
    selectSql =
        "SELECT "
            + String.join(", ", this.columns)
            + ", crc"
            + beside.selectList()
            + " FROM "
            + name;
  }

  public String name() {
    return name;
  }

  /** Values of a row, by column. */
  public static final class RowValues {
    private final @Nullable Object[] values;

    private RowValues(@Nullable Object[] values) {
      this.values = values;
    }

    @Nullable
    public String textOrNull(int column) {
      return values[column] instanceof String text ? text : null;
    }

    public String text(int column) {
      return String.valueOf(values[column]);
    }

    @Nullable
    public Long numberOrNull(int column) {
      return values[column] instanceof Long number ? number : null;
    }

    public long number(int column) {
      return values[column] instanceof Long number ? number : 0;
    }

    public int integer(int column) {
      return Math.toIntExact(number(column));
    }

    @Nullable
    public Instant instantOrNull(int column) {
      return values[column] instanceof Long millis ? Instant.ofEpochMilli(millis) : null;
    }

    public Instant instant(int column) {
      return Instant.ofEpochMilli(number(column));
    }

    public <E extends Enum<E>> E enumValue(int column, Class<E> words) {
      return TurnStatuses.of(words, text(column));
    }
  }

  public static @Nullable Long millis(@Nullable Instant instant) {
    return instant == null ? null : (Long) instant.toEpochMilli();
  }

  /** Returns the concatenation of values. */
  public static @Nullable Object[] concat(@Nullable Object[] first, @Nullable Object... more) {
    @Nullable Object[] both = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, both, first.length, more.length);
    return both;
  }

  /** Returns the values of a row in the order of its columns, its checksum last. */
  @Nullable
  public Object[] values(T row) {
    @Nullable Object[] values = write.apply(row);
    return concat(values, RowChecksum.of(values));
  }

  /** Returns the checksum of a row. */
  public long checksum(T row) {
    return RowChecksum.of(write.apply(row));
  }

  /**
   * Returns an INSERT statement that skips existing rows; it takes their values, then those of side
   * columns.
   *
   * @param unless unique columns; empty = any unique constraint
   */
  public BatchStatement insert(String unless) {
    String target = unless.isEmpty() ? "" : "(" + unless + ") ";
    return BatchStatement.insert(
        name,
        BatchStatement.concat(writtenColumns, sideColumns.writtenColumns()),
        "ON CONFLICT " + target + "DO NOTHING");
  }

  /** Returns an INSERT statement that overwrites rows with the same key. */
  public BatchStatement upsert(String key, String condition) {
    String others =
        writtenColumns.stream()
            .map(BatchStatement::columnName)
            .map(each -> each + " = excluded." + each)
            .collect(Collectors.joining(", "));
    return BatchStatement.insert(
        name, writtenColumns, "ON CONFLICT (" + key + ") DO UPDATE SET " + others + condition);
  }

  /** Returns an UPDATE statement with equality conditions on the values after those of the row. */
  public BatchStatement update(String... where) {
    return BatchStatement.update(name, writtenColumns, Arrays.asList(where));
  }

  /**
   * Returns an UPDATE statement that also writes side columns; their values follow those of the
   * row.
   */
  public BatchStatement updateWithSideColumns(String... where) {
    return BatchStatement.update(
        name,
        BatchStatement.concat(writtenColumns, sideColumns.writtenColumns()),
        Arrays.asList(where));
  }

  /** Returns a DELETE statement with equality conditions. */
  public BatchStatement delete(String... where) {
    return BatchStatement.delete(name, Arrays.asList(where));
  }

  /** Returns a query of rows. */
  public String select(String rest) {
    return selectSql + " " + rest;
  }

  /** Returns the index of a side column in a result, from 0 on. */
  public int sideColumn(int column) {
    return columns.length + 2 + column;
  }

  /** Returns the rows in the order of {@code rest}. */
  public List<T> list(JdbcSession session, String rest, Object... values) throws SQLException {
    return session.query(select(rest), this::readVerified, values);
  }

  @Nullable
  public T first(JdbcSession session, String rest, Object... values) throws SQLException {
    List<T> rows = list(session, rest, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  private @Nullable Object[] read(ResultSet row) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = numeric[i] ? JdbcSession.longOrNull(row, i + 1) : row.getString(i + 1);
    }
    return values;
  }

  /** Reads and verifies the current row of a query of this table. */
  public T readVerified(ResultSet row) throws SQLException {
    @Nullable Object[] values = read(row);
    String damage = damage(row, values);
    if (damage != null) {
      throw RowDamage.corrupted(name, String.valueOf(values[0]), damage);
    }
    return read.apply(new RowValues(values));
  }

  private @Nullable String damage(ResultSet row, @Nullable Object[] values) throws SQLException {
    int sum = columns.length + 1;
    return row.getLong(sum) == RowChecksum.of(values)
        ? sideColumns.damage(row, String.valueOf(values[0]), sum + 1)
        : RowDamage.MISMATCH;
  }

  /** Row without verification, possibly damaged. */
  public static final class RawRow {
    private final @Nullable Object[] values;

    /** Side columns without their checksum. */
    private final @Nullable Object[] sideValues;

    private final @Nullable String damage;

    public RawRow(@Nullable Object[] values, @Nullable Object[] beside, @Nullable String damage) {
      this.values = values;
      this.sideValues = beside;
      this.damage = damage;
    }

    @Nullable
    public Object[] values() {
      return values;
    }

    @Nullable
    public Object[] sideValues() {
      return sideValues;
    }

    @Nullable
    public String damage() {
      return damage;
    }

    @Nullable
    public Object get(int column) {
      return values[column];
    }
  }

  /** Returns the rows without verification. */
  public List<RawRow> rawRows(JdbcSession session, String rest, Object... values)
      throws SQLException {
    return session.query(
        select(rest),
        row -> {
          @Nullable Object[] content = read(row);
          @Nullable Object[] other = new @Nullable Object[sideColumns.columns().size()];
          for (int i = 0; i < other.length; i++) {
            other[i] = JdbcSession.longOrNull(row, sideColumn(i));
          }
          return new RawRow(content, other, damage(row, content));
        },
        values);
  }

  /** Writes a row with new checksums of its present content. */
  public void rewrite(JdbcSession session, RawRow row) throws SQLException {
    StringBuilder sql = new StringBuilder("UPDATE " + name + " SET crc = ?");
    List<@Nullable Object> all = new ArrayList<>();
    all.add(RowChecksum.of(row.values));
    for (int i = 1; i < columns.length; i++) {
      sql.append(", ").append(columns[i]).append(" = ?");
      all.add(row.values[i]);
    }
    String key = String.valueOf(row.values[0]);
    if (!sideColumns.columns().isEmpty()) {
      sql.append(", ").append(sideColumns.checksumColumn()).append(" = ?");
      all.add(RowChecksum.of(concat(new Object[] {key}, row.sideValues)));
    }
    all.add(row.values[0]);
    session.update(sql + " WHERE " + columns[0] + " = ?", all.toArray());
  }

  private void tryRead(@Nullable Object[] values) {
    T unused = read.apply(new RowValues(values));
  }

  public List<Damage> check(JdbcSession session) throws SQLException {
    List<Damage> damages = new ArrayList<>();
    session.forEach(
        selectSql,
        row -> {
          @Nullable Object[] values = read(row);
          String sum = damage(row, values);
          String found = sum == null ? RowDamage.unreadable(() -> tryRead(values)) : sum;
          return Optional.ofNullable(found)
              .map(damage -> new Damage(name, String.valueOf(values[0]), damage));
        },
        damage -> damage.ifPresent(damages::add));
    return damages;
  }
}
