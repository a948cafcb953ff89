package dev.statute.drools.internal.explain;

/** An expression whose value cannot be told without the rule engine. */
final class UndecidedException extends RuntimeException {
  UndecidedException(String what) {
    super(what, null, false, false);
  }
}
