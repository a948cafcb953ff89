package dev.statute.drools.internal.table;

/** Test of one value, as a cell states it. */
sealed interface CellTest {
  /** The value is this text. */
  record Text(String word, boolean isQuoted) implements CellTest {}

  /** The value is {@code true} or {@code false}. */
  record Flag(boolean isTrue) implements CellTest {}

  /** There is no value. */
  record Absent() implements CellTest {}

  /**
   * The value compares with a number.
   *
   * @param operator one of DRL
   */
  record Comparison(String operator, String number) implements CellTest {}

  /** The value lies between two numbers; each end belongs to the range if it is closed. */
  record Range(String low, boolean isLowClosed, String high, boolean isHighClosed)
      implements CellTest {}
}
