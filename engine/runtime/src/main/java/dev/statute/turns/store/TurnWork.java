package dev.statute.turns.store;

/**
 * What one transaction does. It may be run again from the start, on other rows: it must not act
 * outside the transaction, nor remember anything from one run to the next.
 */
@FunctionalInterface
public interface TurnWork<T> {
  /**
   * Reads and writes. If it throws, or has called {@link TurnTransaction#abandon}, nothing is
   * written.
   */
  T run(TurnTransaction tx);
}
