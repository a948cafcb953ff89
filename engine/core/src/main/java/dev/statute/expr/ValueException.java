package dev.statute.expr;

/** Violation of {@link ValueLimits}. Has no stack trace, as it is a regular result. */
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

  /** Returns a copy with a path relative to the enclosing map or list. */
  public ValueException nestedIn(String key) {
    if (path.length() > 200) {
      return this;
    }
    String inner = path.isEmpty() || path.startsWith("[") ? path : "." + path;
    return new ValueException(key + inner, reason);
  }

  /** Returns the path of the offending part: {@code lines[2].text}; empty for the value itself. */
  public String path() {
    return path;
  }

  /** Returns the reason. */
  public String reason() {
    return reason;
  }
}
