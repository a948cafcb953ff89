package dev.statute.turns.internal.call;

/** A chart said something that the protocol cannot carry out; its step is undone. */
public final class TurnChartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TurnChartException(String message) {
    super(message, null, false, false);
  }
}
