package dev.statute.scxml.internal.script;

/** Something that means nothing in a chart, or would mean something else there. */
public final class UntranslatableContent extends Exception {
  private static final long serialVersionUID = 1L;
  private final int at;

  public UntranslatableContent(int at, String message) {
    super(message, null, false, false);
    this.at = at;
  }

  public int at() {
    return at;
  }

  public String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
