package dev.statute.turns.internal.protocol;

/**
 * Somebody else was faster with a row that this transaction wants to write: nothing of it is
 * written, and it begins again with what is there now.
 */
public final class WriteConflict extends RuntimeException {
  private static final long serialVersionUID = 1;

  WriteConflict(String what) {
    super(what, null, false, false);
  }
}
