package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.ExpressionToken.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cursor over tokens; reports unexpected ones. */
final class TokenCursor {
  private final List<ExpressionToken> tokens;
  private int next;

  TokenCursor(List<ExpressionToken> tokens) {
    this.tokens = tokens;
  }

  ExpressionToken peek() {
    return tokens.get(next);
  }

  /** Returns the token after the current one. */
  ExpressionToken peekSecond() {
    return tokens.get(next + 1);
  }

  ExpressionToken take() {
    return tokens.get(next++);
  }

  boolean accept(String sign) {
    boolean is = peek().is(sign);
    if (is) {
      next++;
    }
    return is;
  }

  ExpressionToken expect(String sign) throws SyntaxError {
    if (!peek().is(sign)) {
      throw unexpected("'" + sign + "'");
    }
    return take();
  }

  SyntaxError unexpected(String wanted) {
    ExpressionToken found = peek();
    String operator = found.kind() == Kind.WORD ? ForeignSyntaxHints.operator(found.text()) : null;
    if (operator != null) {
      return ForeignSyntaxHints.error(found.start(), found.text(), operator);
    }
    return new SyntaxError(
        "E101",
        found.start(),
        found.end(),
        "expected " + wanted + ", found " + found.shown(),
        hint(found, wanted));
  }

  private @Nullable String hint(ExpressionToken found, String wanted) {
    boolean afterName = next > 0 && tokens.get(next - 1).kind() == Kind.WORD;
    if (found.kind() == Kind.STRING && afterName) {
      return "an operator is missing before " + found.text();
    }
    if (wanted.equals("a value") && found.is(".")) {
      return "a name has no dot before it";
    }
    if (wanted.startsWith("'")) {
      return "write " + wanted + (found.kind() == Kind.END ? " at the end" : " before it");
    }
    return null;
  }
}
