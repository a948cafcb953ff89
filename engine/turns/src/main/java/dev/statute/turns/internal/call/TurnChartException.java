package dev.statute.turns.internal.call;

/** Failure of a chart call that the protocol cannot execute; its step is undone. */
public final class TurnChartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TurnChartException(String message) {
    super(message, null, false, false);
  }
}
