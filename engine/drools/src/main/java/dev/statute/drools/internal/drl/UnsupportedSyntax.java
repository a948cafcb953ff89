package dev.statute.drools.internal.drl;

import org.jspecify.annotations.Nullable;

/** Unsupported part of an expression; its catcher reports a problem. */
public final class UnsupportedSyntax extends RuntimeException {
  private final String code;
  private final int start;
  private final int end;
  private final @Nullable String fix;

  UnsupportedSyntax(String code, int start, int end, String message, @Nullable String fix) {
    super(message, null, false, false);
    this.code = code;
    this.start = start;
    this.end = end;
    this.fix = fix;
  }

  public String code() {
    return code;
  }

  /** Offset of the offending text in the file. */
  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  public @Nullable String fix() {
    return fix;
  }
}
