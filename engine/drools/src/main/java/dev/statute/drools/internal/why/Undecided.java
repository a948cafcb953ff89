package dev.statute.drools.internal.why;

/** An expression whose value cannot be told without the rule engine. */
final class Undecided extends RuntimeException {
  Undecided(String what) {
    super(what, null, false, false);
  }
}
