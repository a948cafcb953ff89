package dev.statute.scxml.internal.script;

/** Expression that ECMAScript itself refuses: it fails on each evaluation. */
public final class InvalidExpression extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidExpression(String message) {
    super(message, null, false, false);
  }

  public String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
