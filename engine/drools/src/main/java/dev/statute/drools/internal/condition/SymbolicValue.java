package dev.statute.drools.internal.condition;

import org.jspecify.annotations.Nullable;

/** Value that is not known exactly. It is compared with literals only. */
public interface SymbolicValue {
  /** Value of which nothing is known. */
  SymbolicValue UNKNOWN = (operator, literal) -> TruthValue.UNKNOWN;

  /**
   * Compares the value with a literal; a result other than {@link TruthValue#UNKNOWN} holds for
   * every possible value.
   *
   * @param operator {@code ==}, {@code <}, {@code <=}, {@code >} or {@code >=}
   */
  TruthValue compare(String operator, @Nullable Object literal);
}
