package dev.statute.drools.internal.forecast;

/** A fact of which something is known, as a value in an expression. */
enum KnownFact {
  PROPOSAL,
  INSTANCE,
  SETTINGS
}
