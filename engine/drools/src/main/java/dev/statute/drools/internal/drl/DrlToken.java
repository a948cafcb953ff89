package dev.statute.drools.internal.drl;

/**
 * Token of an expression.
 *
 * @param text as written; for a text literal, its value
 * @param start offset of its first character in the file
 * @param end offset after its last character
 */
record DrlToken(Kind kind, String text, int start, int end) {
  enum Kind {
    NAME,
    TEXT,
    NUMBER,
    SIGN,
    END
  }

  boolean is(String sign) {
    return (kind == Kind.SIGN || kind == Kind.NAME) && text.equals(sign);
  }
}
