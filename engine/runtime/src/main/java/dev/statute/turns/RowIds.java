package dev.statute.turns;

import dev.statute.runtime.Clock;
import java.util.random.RandomGenerator;

/**
 * Makes the ids of rows: each larger than the one before it by the same maker, and, as far as
 * clocks agree, than those made earlier elsewhere. Thread-safe.
 */
public interface RowIds {
  /** A positive number that nobody else has. */
  long number();

  /** The same as text behind a word: {@code turn-0n3k…}; sorts as the numbers do. */
  default String id(String kind) {
    String digits = Long.toString(number(), 36);
    return kind + "-" + "0".repeat(Math.max(0, 13 - digits.length())) + digits;
  }

  /**
   * Of 42 bits of milliseconds and 21 bits of chance; a row whose id is taken all the same is made
   * again with another one.
   */
  static RowIds timeOrdered(Clock clock, RandomGenerator random) {
    return new RowIds() {
      private long last;

      @Override
      public synchronized long number() {
        long made = (clock.now().toEpochMilli() << 21) | random.nextLong(1L << 21);
        last = Math.max(last + 1, made & Long.MAX_VALUE);
        return last;
      }
    };
  }
}
