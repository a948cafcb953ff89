package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.StatementBatches;
import dev.statute.jdbc.internal.write.TurnWrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction knows of a table: rows as the database has them, and as they shall be. Reads
 * are answered from here once a row or a list was looked for; writes stay here until the end, so
 * that however often a row is changed it is written once.
 */
final class RowBuffer<K, T> {
  final RowMapping<K, T> mapping;
  private final Map<K, BufferedRow<T>> entries = new LinkedHashMap<>();
  private final Map<Object, List<K>> isListLoaded = new HashMap<>();

  private final Function<T, @Nullable Object[]> sideValues;
  private boolean writesAll;

  RowBuffer(RowMapping<K, T> keeping) {
    this(keeping, row -> TurnTables.row());
  }

  /**
   * @param more values of what is beside the content
   */
  RowBuffer(RowMapping<K, T> keeping, Function<T, @Nullable Object[]> more) {
    this.mapping = keeping;
    this.sideValues = more;
  }

  private static final class BufferedRow<T> {
    @Nullable T before;
    @Nullable T after;

    BufferedRow(@Nullable T before, @Nullable T after) {
      this.before = before;
      this.after = after;
    }
  }

  /** Whether it was looked for, or written. */
  boolean isLoaded(K key) {
    return entries.containsKey(key);
  }

  /** As it shall be; null if there is none, or nobody has looked for it. */
  @Nullable T row(K key) {
    BufferedRow<T> entry = entries.get(key);
    return entry == null ? null : entry.after;
  }

  /** The first row of those that are known, as they shall be. */
  @Nullable T findFirst(Predicate<T> which) {
    for (BufferedRow<T> entry : entries.values()) {
      T row = entry.after;
      if (row != null && which.test(row)) {
        return row;
      }
    }
    return null;
  }

  /** The rows that are known, as they shall be. */
  List<T> findAll(Predicate<T> which) {
    List<T> all = new ArrayList<>();
    for (BufferedRow<T> entry : entries.values()) {
      T row = entry.after;
      if (row != null && which.test(row)) {
        all.add(row);
      }
    }
    return all;
  }

  /** The database has this under the key, null for nothing; what is known already stays. */
  void load(K key, @Nullable T row) {
    entries.putIfAbsent(key, new BufferedRow<>(row, row));
  }

  /** The database has this row, whatever was assumed; for rows that are added unless they exist. */
  void loadExisting(T row) {
    K key = mapping.key().apply(row);
    BufferedRow<T> entry = entries.get(key);
    if (entry == null || entry.before == null) {
      entries.put(key, new BufferedRow<>(row, row));
    }
  }

  /** The row shall be like this; null = it shall not be. */
  void put(K key, @Nullable T row) {
    BufferedRow<T> entry = entries.get(key);
    if (entry == null) {
      entries.put(key, new BufferedRow<>(null, row));
    } else {
      entry.after = row;
    }
  }

  /** Whether the rows of this list were looked for. */
  boolean isListLoaded(Object list) {
    return isListLoaded.containsKey(list);
  }

  /** The database has these rows in this list, in this order. */
  void loadList(Object list, List<T> rows) {
    List<K> keys = new ArrayList<>();
    for (T row : rows) {
      K key = mapping.key().apply(row);
      keys.add(key);
      load(key, row);
    }
    isListLoaded.put(list, keys);
  }

  /** The rows of a list that was looked for, then those that have come to it. */
  List<T> list(Object list, Predicate<T> belongs) {
    Set<K> keys = new LinkedHashSet<>(isListLoaded.getOrDefault(list, List.of()));
    keys.addAll(entries.keySet());
    List<T> rows = new ArrayList<>();
    for (K key : keys) {
      T row = row(key);
      if (row != null && belongs.test(row)) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** Whether anything must be written. */
  boolean isChanged() {
    return entries.values().stream().anyMatch(entry -> !Objects.equals(entry.before, entry.after));
  }

  /** All that is known is written, changed or not. */
  void markChanged() {
    writesAll = true;
  }

  /** What must be written so that the table is as the sheet says. */
  void write(StatementBatches<TurnWrite<?>> batches, TurnWrite<?> of) {
    entries.forEach(
        (key, entry) -> {
          T before = entry.before;
          T after = entry.after;
          if (writesAll || !Objects.equals(before, after)) {
            mapping.write(batches, of, before, after, sideValues);
          }
        });
  }
}
