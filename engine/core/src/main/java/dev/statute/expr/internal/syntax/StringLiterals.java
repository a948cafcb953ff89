package dev.statute.expr.internal.syntax;

/**
 * CEL string literals: single, double and triple quotes, raw strings with the prefix {@code r}, and
 * the escapes of the grammar.
 */
final class StringLiterals {
  private StringLiterals() {}

  /** Value of a literal, with the offset after its closing quote. */
  record Scanned(String value, int end) {}

  /**
   * Returns the number of prefix letters before a quote, or −1 if no string starts at {@code at}.
   */
  static int prefixLength(String source, int at) {
    int letters = 0;
    while (letters < 2
        && at + letters < source.length()
        && "rRbB".indexOf(source.charAt(at + letters)) >= 0) {
      letters++;
    }
    if (at + letters < source.length()) {
      char c = source.charAt(at + letters);
      return c == '\'' || c == '"' ? letters : -1;
    }
    return -1;
  }

  static Scanned scan(String source, int start, int prefix) throws SyntaxError {
    String letters = source.substring(start, start + prefix);
    if (letters.contains("b") || letters.contains("B")) {
      throw new SyntaxError(
          "E105", start, start + prefix, "there are no byte strings", "leave out the b");
    }
    if (prefix == 2) {
      throw new SyntaxError("E104", start, start + prefix, "one r is enough", "leave one out");
    }
    String one = String.valueOf(source.charAt(start + prefix));
    String quote = source.startsWith(one.repeat(3), start + prefix) ? one.repeat(3) : one;
    boolean lines = quote.length() == 3;
    StringBuilder value = new StringBuilder();
    int at = start + prefix + quote.length();
    while (!source.startsWith(quote, at)) {
      if (at >= source.length() || (!lines && "\r\n".indexOf(source.charAt(at)) >= 0)) {
        throw new SyntaxError(
            "E104", start, at, "the text is not closed", "add " + quote + " where it ends");
      }
      if (source.charAt(at) == '\\' && prefix == 0) {
        at = escape(source, at, value);
      } else {
        value.append(source.charAt(at++));
      }
    }
    return new Scanned(value.toString(), at + quote.length());
  }

  private static int escape(String source, int at, StringBuilder value) throws SyntaxError {
    char c = at + 1 < source.length() ? source.charAt(at + 1) : ' ';
    int plain = "abfnrtv\\?\"'`".indexOf(c);
    if (plain >= 0) {
      value.append("\u0007\b\f\n\r\t\u000b\\?\"'`".charAt(plain));
      return at + 2;
    }
    return switch (c) {
      case 'x', 'X' -> code(source, at, 2, 2, 16, value);
      case 'u' -> code(source, at, 2, 4, 16, value);
      case 'U' -> code(source, at, 2, 8, 16, value);
      case '0', '1', '2', '3' -> code(source, at, 1, 3, 8, value);
      default -> throw error(source, at, Math.min(source.length(), at + 2));
    };
  }

  private static int code(
      String source, int at, int skip, int length, int radix, StringBuilder value)
      throws SyntaxError {
    int end = at + skip + length;
    if (end > source.length()) {
      throw error(source, at, source.length());
    }
    long code = 0;
    for (int i = at + skip; i < end; i++) {
      int digit = source.charAt(i) < 128 ? Character.digit(source.charAt(i), radix) : -1;
      if (digit < 0) {
        throw error(source, at, end);
      }
      code = code * radix + digit;
    }
    if (code > Character.MAX_CODE_POINT || (code >= 0xD800 && code <= 0xDFFF)) {
      throw error(source, at, end);
    }
    value.appendCodePoint((int) code);
    return end;
  }

  private static SyntaxError error(String source, int at, int end) {
    return new SyntaxError(
        "E104",
        at,
        end,
        "'" + source.substring(at, end) + "' stands for no character",
        "write \\\\ for a backslash, or r'…' for text without escapes");
  }
}
