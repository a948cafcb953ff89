package dev.statute.scxml.internal;

/** Something that means nothing in a chart, or would mean something else there. */
final class UntranslatableContent extends Exception {
  private static final long serialVersionUID = 1L;
  private final int at;

  UntranslatableContent(int at, String message) {
    super(message, null, false, false);
    this.at = at;
  }

  int at() {
    return at;
  }

  String said() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
