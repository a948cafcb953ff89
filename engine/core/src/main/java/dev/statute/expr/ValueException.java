package dev.statute.expr;

/** A value that does not keep to {@link ValueLimits}. Without a stack trace, as it is no bug. */
public final class ValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String reason;

  public ValueException(String reason) {
    this("", reason);
  }

  public ValueException(String path, String reason) {
    super(path.isEmpty() ? reason : "'" + path + "': " + reason, null, false, false);
    this.path = path;
    this.reason = reason;
  }

  /** The same, seen from the map or list around it. */
  public ValueException nestedIn(String key) {
    if (path.length() > 200) {
      return this;
    }
    String inner = path.isEmpty() || path.startsWith("[") ? path : "." + path;
    return new ValueException(key + inner, reason);
  }

  /** Where in the value it is: {@code lines[2].text}; empty for the value itself. */
  public String path() {
    return path;
  }

  /** What is wrong there. */
  public String reason() {
    return reason;
  }
}
