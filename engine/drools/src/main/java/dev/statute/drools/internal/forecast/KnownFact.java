package dev.statute.drools.internal.forecast;

import dev.statute.drools.internal.condition.SymbolicValue;
import dev.statute.drools.internal.condition.Truth;
import org.jspecify.annotations.Nullable;

/** Partly known fact, as a value in an expression. */
enum KnownFact implements SymbolicValue {
  PROPOSAL,
  INSTANCE,
  SETTINGS;

  @Override
  public Truth compare(String operator, @Nullable Object literal) {
    return Truth.UNKNOWN;
  }
}
