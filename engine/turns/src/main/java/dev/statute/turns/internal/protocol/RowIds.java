package dev.statute.turns.internal.protocol;

import dev.statute.runtime.Clock;
import java.util.random.RandomGenerator;

/**
 * Generator of row ids. Each is larger than the ones before from the same generator, and, as far as
 * clocks agree, than earlier ones from elsewhere. Thread-safe.
 */
public interface RowIds {
  /** Returns a unique positive number. */
  long number();

  /** Returns a unique id as text after a word: {@code turn-0n3k…}; sorts like the numbers. */
  default String id(String kind) {
    String digits = Long.toString(number(), 36);
    return kind + "-" + "0".repeat(Math.max(0, 13 - digits.length())) + digits;
  }

  /**
   * Returns a generator with 42 bits of milliseconds and 21 random bits; on a collision the row
   * gets another id.
   */
  static RowIds timeOrdered(Clock clock, RandomGenerator random) {
    return new RowIds() {
      private long last;

      @Override
      public synchronized long number() {
        long next = (clock.now().toEpochMilli() << 21) | random.nextLong(1L << 21);
        last = Math.max(last + 1, next & Long.MAX_VALUE);
        return last;
      }
    };
  }
}
