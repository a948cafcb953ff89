package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.LruMap;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Filter that recognizes most events without an inbox row without a query: nearly all events are
 * new, and a query takes a tenth of the time of an insertion.
 *
 * <p>A Bloom filter of the rows of some instances (B. Bloom, Space/Time Trade-offs in Hash Coding
 * with Allowable Errors, 1970; two hashes make three places, after Kirsch and Mitzenmacher, 2006).
 * A missing row may seem present, which costs a query; never the other way round: it learns of
 * every row before the write, the database reveals writes by other connections, and rows that were
 * undone or deleted stay in it. Only for one writing connection at a time ({@link
 * EventLayout#CHAINED}); otherwise it stays empty. Confined to the writer's thread.
 */
final class InboxBloomFilter {
  /** 1 MiB. */
  private static final int BITS = 1 << 23;

  private static final int HASHES = 3;

  /** With so many rows, three of a hundred new events cause a query. */
  private static final int MAX_ROWS = 1_000_000;

  private static final int MAX_INSTANCES = 16_384;

  /** An instance with more rows than this at first sight is not learned. */
  static final int MAX_LEARNED_ROWS = 64;

  /** Number of groups without a write by another process before an instance is learned. */
  static final int QUIET_GROUPS = 32;

  private static final String SELECT_EVENTS =
      "SELECT event_id FROM inbox WHERE instance_id = ? LIMIT " + (MAX_LEARNED_ROWS + 1);

  private final long[] bits;
  private int rows;

  /** True if all rows of the instance are in the filter; false = they are too many. */
  private final Map<String, Boolean> instances = new LruMap<>(MAX_INSTANCES);

  private @Nullable JdbcSession session;
  private long version;
  private int quietGroups = QUIET_GROUPS;

  InboxBloomFilter(EventLayout layout) {
    bits = new long[layout == EventLayout.CHAINED ? BITS / Long.SIZE : 0];
  }

  /**
   * Registers the writes of a transaction that excludes other writers, before its execution. Drops
   * outdated knowledge.
   */
  void begin(JdbcSession now, List<StoreWrite.BatchedWrite<?>> writes) throws SQLException {
    if (bits.length == 0 || writes.isEmpty()) {
      return;
    }
    Long found = now.first("PRAGMA data_version", row -> row.getLong(1));
    long current = found == null ? 0 : found;
    boolean same = session == now && version == current;
    if (!same || rows > MAX_ROWS) {
      instances.clear();
      Arrays.fill(bits, 0);
      rows = 0;
    }
    if (same) {
      quietGroups = Math.min(QUIET_GROUPS, quietGroups + 1);
    } else if (session == now) {
      quietGroups = 0;
    }
    session = now;
    version = current;
    for (StoreWrite.BatchedWrite<?> write : writes) {
      RowChange deciding = write.decisiveChange();
      if (deciding != null) {
        addRow(deciding);
      }
      write.dependentChanges().forEach(this::addRow);
    }
  }

  private void addRow(RowChange change) {
    int event = change.statement.eventParameter();
    if (event >= 0) {
      add(hash(change.values[0], change.values[event]));
    }
  }

  /** Tests for a possible row of a {@link WriteStatement#FIND_INBOX_ROW}. */
  boolean mightContain(RowChange look) throws SQLException {
    JdbcSession now = session;
    if (now == null || !(look.values[0] instanceof String instance)) {
      return true;
    }
    Boolean known = instances.get(instance);
    if (known == null && quietGroups == QUIET_GROUPS) {
      known = loadInstance(now, instance);
      instances.put(instance, known);
    }
    return known == null || !known || contains(hash(instance, look.values[1]));
  }

  private boolean loadInstance(JdbcSession now, String instance) throws SQLException {
    List<String> events = now.query(SELECT_EVENTS, row -> row.getString(1), instance);
    if (events.size() > MAX_LEARNED_ROWS) {
      return false;
    }
    events.forEach(event -> add(hash(instance, event)));
    return true;
  }

  private void add(long hash) {
    for (int n = 0; n < HASHES; n++) {
      int place = bitIndex(hash, n);
      bits[place / Long.SIZE] |= 1L << place;
    }
    rows++;
  }

  private boolean contains(long hash) {
    for (int n = 0; n < HASHES; n++) {
      int place = bitIndex(hash, n);
      if ((bits[place / Long.SIZE] & 1L << place) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns one half of a hash plus n times the other, which is odd so that places differ. */
  private static int bitIndex(long hash, int n) {
    return (int) hash + n * ((int) (hash >>> Integer.SIZE) | 1) & BITS - 1;
  }

  /** Final mix of MurmurHash3, which spreads differences over all bits. */
  private static long hash(@Nullable Object instance, @Nullable Object event) {
    long hash = (long) String.valueOf(instance).hashCode() << Integer.SIZE;
    hash ^= Integer.toUnsignedLong(String.valueOf(event).hashCode());
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
