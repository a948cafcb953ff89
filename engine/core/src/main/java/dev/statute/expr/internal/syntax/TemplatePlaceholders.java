package dev.statute.expr.internal.syntax;

/** Scanner for the end of an expression inside a template. */
public final class TemplatePlaceholders {
  private TemplatePlaceholders() {}

  /**
   * Returns the offset of the closing brace of the expression that starts at {@code from}, or −1;
   * skips nested braces and quotes.
   */
  public static int end(String template, int from) throws SyntaxError {
    int depth = 0;
    int at = from;
    while (at < template.length()) {
      char c = template.charAt(at);
      int prefix = StringLiterals.prefixLength(template, at);
      if (prefix >= 0) {
        at = StringLiterals.scan(template, at, prefix).end();
        continue;
      }
      if (c == '{') {
        depth++;
      } else if (c == '}' && depth-- == 0) {
        return at;
      }
      at++;
    }
    return -1;
  }
}
