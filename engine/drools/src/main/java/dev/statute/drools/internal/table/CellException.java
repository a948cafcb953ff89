package dev.statute.drools.internal.table;

/** Reason why a cell is not understood, with a fix. */
final class CellException extends Exception {
  private static final long serialVersionUID = 1;

  private final String fix;

  CellException(String message, String fix) {
    super(message, null, false, false);
    this.fix = fix;
  }

  String message() {
    return String.valueOf(getMessage());
  }

  String fix() {
    return fix;
  }
}
