package dev.statute.drools.internal.explain;

/** Failure to evaluate an expression without the rule engine. */
final class UndecidedException extends RuntimeException {
  UndecidedException(String message) {
    super(message, null, false, false);
  }
}
