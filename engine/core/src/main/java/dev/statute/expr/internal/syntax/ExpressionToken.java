package dev.statute.expr.internal.syntax;

import org.jspecify.annotations.Nullable;

/** A word of the source; {@code value} is what a literal stands for. */
record ExpressionToken(Kind kind, String text, @Nullable Object value, int start, int end) {
  enum Kind {
    WORD,
    /** A whole number, not yet known to fit: {@code -9223372036854775808} does only as a whole. */
    INT,
    DOUBLE,
    STRING,
    SIGN,
    END
  }

  boolean is(String sign) {
    return (kind == Kind.SIGN || kind == Kind.WORD) && text.equals(sign);
  }

  /** As messages name it. */
  String shown() {
    return kind == Kind.END ? "the end" : "'" + text + "'";
  }
}
