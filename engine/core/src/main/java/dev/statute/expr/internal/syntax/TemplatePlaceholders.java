package dev.statute.expr.internal.syntax;

/** Finds where an expression inside a template ends. */
public final class TemplatePlaceholders {
  private TemplatePlaceholders() {}

  /**
   * The offset of the brace that closes an expression which begins at {@code from}, or −1 if none
   * does; braces and quotes inside it are its own.
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
