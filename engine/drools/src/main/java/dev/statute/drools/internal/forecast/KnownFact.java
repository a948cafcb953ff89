package dev.statute.drools.internal.forecast;

/** Partly known fact, as a value in an expression. */
enum KnownFact {
  PROPOSAL,
  INSTANCE,
  SETTINGS
}
