package dev.statute.expr.internal.syntax;

import org.jspecify.annotations.Nullable;

/** Token; {@code value} is the value of a literal. */
record ExpressionToken(Kind kind, String text, @Nullable Object value, int start, int end) {
  enum Kind {
    WORD,
    /**
     * Whole number, range not checked yet: {@code -9223372036854775808} fits only with its sign.
     */
    INT,
    DOUBLE,
    STRING,
    SIGN,
    END
  }

  boolean is(String sign) {
    return (kind == Kind.SIGN || kind == Kind.WORD) && text.equals(sign);
  }

  /** Formats the token for messages. */
  String shown() {
    return kind == Kind.END ? "the end" : "'" + text + "'";
  }
}
