package dev.statute.expr.internal.syntax;

import org.jspecify.annotations.Nullable;

/** The first thing in a source that is not of the language; carries no stack trace. */
public final class SyntaxFault extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final int start;
  private final int end;
  private final @Nullable String fix;

  public SyntaxFault(String code, int start, int end, String message, @Nullable String fix) {
    super(message, null, false, false);
    this.code = code;
    this.start = start;
    this.end = end;
    this.fix = fix;
  }

  public String code() {
    return code;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  public String message() {
    return String.valueOf(getMessage());
  }

  public @Nullable String fix() {
    return fix;
  }
}
