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
 * Tells of most events without asking the database that the inbox has no row for them: nearly all
 * are new, and to look for one takes a tenth of what it takes to write it.
 *
 * <p>It is a Bloom filter of the rows of some instances (B. Bloom, Space/Time Trade-offs in Hash
 * Coding with Allowable Errors, 1970; two hashes make three places, after Kirsch and Mitzenmacher,
 * 2006). It may say of a row that is not there that it may be, and then the database is asked;
 * never the other way round: it is told of every row before it is written, the database tells
 * whether any other connection has written, and rows that were undone or dropped stay in it. Only
 * where one connection writes at a time ({@link EventLayout#CHAINED}); elsewhere it knows nothing.
 * Confined to the thread that writes.
 */
final class InboxBloomFilter {
  /** 1 MiB. */
  private static final int BITS = 1 << 23;

  private static final int HASHES = 3;

  /** With so many rows, three of a hundred new events are looked for. */
  private static final int MAX_ROWS = 1_000_000;

  private static final int MAX_INSTANCES = 16_384;

  /** An instance that has more rows than this when it is first seen is not learned. */
  static final int MAX_LEARNED_ROWS = 64;

  /** After somebody else has written, so many groups must follow before an instance is learned. */
  static final int QUIET_GROUPS = 32;

  private static final String SELECT_EVENTS =
      "SELECT event_id FROM inbox WHERE instance_id = ? LIMIT " + (MAX_LEARNED_ROWS + 1);

  private final long[] bits;
  private int rows;

  /** Whether all rows of an instance are in it; false = it has too many. */
  private final Map<String, Boolean> instances = new LruMap<>(MAX_INSTANCES);

  private @Nullable JdbcSession session;
  private long version;
  private int quietGroups = QUIET_GROUPS;

  InboxBloomFilter(EventLayout layout) {
    bits = new long[layout == EventLayout.CHAINED ? BITS / Long.SIZE : 0];
  }

  /**
   * Is told what a transaction may write that keeps others from writing, before anything of it is
   * executed. What may not be so any more is forgotten.
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

  /** Whether the inbox may have the row that a {@link WriteStatement#FIND_INBOX_ROW} looks for. */
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

  /** One half of a hash and so many times the other, which is odd so that places differ. */
  private static int bitIndex(long hash, int n) {
    return (int) hash + n * ((int) (hash >>> Integer.SIZE) | 1) & BITS - 1;
  }

  /** The last steps of MurmurHash3, which spread what differs over all bits. */
  private static long hash(@Nullable Object instance, @Nullable Object event) {
    long hash = (long) String.valueOf(instance).hashCode() << Integer.SIZE;
    hash ^= Integer.toUnsignedLong(String.valueOf(event).hashCode());
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
