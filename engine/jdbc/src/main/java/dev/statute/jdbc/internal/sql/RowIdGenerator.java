package dev.statute.jdbc.internal.sql;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Generator of row ids that rise within a process and differ between processes. Thread-safe. */
public final class RowIdGenerator {
  /** Bits below the milliseconds, chosen at random so that processes rarely collide. */
  private static final int RANDOM_BITS = 20;

  private static final AtomicLong LAST = new AtomicLong();

  private RowIdGenerator() {}

  /** Returns an id greater than all ids this process generated before. */
  public static long next() {
    long random = ThreadLocalRandom.current().nextLong(1L << RANDOM_BITS);
    long byClock = (System.currentTimeMillis() << RANDOM_BITS) + random;
    return LAST.updateAndGet(last -> Math.max(last + 1, byClock));
  }
}
