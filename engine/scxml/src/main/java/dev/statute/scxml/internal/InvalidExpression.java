package dev.statute.scxml.internal;

/** Something that ECMAScript itself does not take: it fails whenever it is evaluated. */
final class InvalidExpression extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidExpression(String message) {
    super(message, null, false, false);
  }

  String said() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
