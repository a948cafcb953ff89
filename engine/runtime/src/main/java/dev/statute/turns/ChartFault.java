package dev.statute.turns;

/** A chart said something that the protocol cannot carry out; its step is undone. */
final class ChartFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  ChartFault(String message) {
    super(message, null, false, false);
  }
}
