package dev.statute.scxml.internal.script;

/** Content without a meaning in a chart, or with another one. */
public class UntranslatableContent extends Exception {
  private static final long serialVersionUID = 1L;
  private final int at;

  UntranslatableContent(int at, String message) {
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
