package dev.statute.turns.internal.protocol;

/**
 * Conflict with a concurrent transaction on a row: nothing is written, and the work is repeated on
 * current rows.
 */
public final class WriteConflict extends RuntimeException {
  private static final long serialVersionUID = 1;

  WriteConflict(String what) {
    super(what, null, false, false);
  }
}
