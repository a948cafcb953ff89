package dev.statute.scxml.internal.script;

/** Something that ECMAScript itself does not take: it fails whenever it is evaluated. */
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
