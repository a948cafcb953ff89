package dev.statute.expr.internal.code;

/** {@code !term}. */
final class Not extends Node.OfBool {
  private final Node term;

  Not(Node term, int at) {
    super(at);
    this.term = term;
  }

  @Override
  public boolean evalBool(Frame frame) {
    return !term.evalBool(frame);
  }
}
