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
 * Buffer of a table's rows in one transaction: in database state, and in final state. A row or list
 * is read once; writes stay here until the end, so that a row is written once however often it
 * changes.
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
   * Creates a buffer.
   *
   * @param more values of side columns
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

  /** Tests for a row that was read or written. */
  boolean isLoaded(K key) {
    return entries.containsKey(key);
  }

  /** Returns the final state of a row; null if there is none, or it was not read. */
  @Nullable T row(K key) {
    BufferedRow<T> entry = entries.get(key);
    return entry == null ? null : entry.after;
  }

  /** Returns the first matching known row, in final state. */
  @Nullable T findFirst(Predicate<T> which) {
    for (BufferedRow<T> entry : entries.values()) {
      T row = entry.after;
      if (row != null && which.test(row)) {
        return row;
      }
    }
    return null;
  }

  /** Returns the matching known rows, in final state. */
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

  /** Loads the database state of a key, null for no row; known rows stay. */
  void load(K key, @Nullable T row) {
    entries.putIfAbsent(key, new BufferedRow<>(row, row));
  }

  /** Loads an existing row over any assumption; for rows that are added unless they exist. */
  void loadExisting(T row) {
    K key = mapping.key().apply(row);
    BufferedRow<T> entry = entries.get(key);
    if (entry == null || entry.before == null) {
      entries.put(key, new BufferedRow<>(row, row));
    }
  }

  /** Sets the final state of a row; null = deleted. */
  void put(K key, @Nullable T row) {
    BufferedRow<T> entry = entries.get(key);
    if (entry == null) {
      entries.put(key, new BufferedRow<>(null, row));
    } else {
      entry.after = row;
    }
  }

  /** Tests for a list that was read. */
  boolean isListLoaded(Object list) {
    return isListLoaded.containsKey(list);
  }

  /** Loads the rows of a list in this order. */
  void loadList(Object list, List<T> rows) {
    List<K> keys = new ArrayList<>();
    for (T row : rows) {
      K key = mapping.key().apply(row);
      keys.add(key);
      load(key, row);
    }
    isListLoaded.put(list, keys);
  }

  /** Returns the rows of a list that was read, then added ones. */
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

  /** Tests for pending writes. */
  boolean isChanged() {
    return entries.values().stream().anyMatch(entry -> !Objects.equals(entry.before, entry.after));
  }

  /** Marks all known rows to be written. */
  void markChanged() {
    writesAll = true;
  }

  /** Adds the pending writes to batches. */
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
