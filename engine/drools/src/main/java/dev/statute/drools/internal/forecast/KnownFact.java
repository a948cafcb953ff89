package dev.statute.drools.internal.forecast;

import dev.statute.drools.internal.condition.SymbolicValue;
import dev.statute.drools.internal.condition.TruthValue;
import org.jspecify.annotations.Nullable;

/** Partly known fact, as a value in an expression. */
enum KnownFact implements SymbolicValue {
  PROPOSAL,
  INSTANCE,
  SETTINGS;

  @Override
  public TruthValue compare(String operator, @Nullable Object literal) {
    return TruthValue.UNKNOWN;
  }
}
