package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.Token.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks over the tokens, and says what was wanted where another one stands. */
final class Cursor {
  private final List<Token> tokens;
  private int next;

  Cursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token peek() {
    return tokens.get(next);
  }

  /** The token after the one at hand. */
  Token second() {
    return tokens.get(next + 1);
  }

  Token take() {
    return tokens.get(next++);
  }

  boolean accept(String sign) {
    boolean is = peek().is(sign);
    if (is) {
      next++;
    }
    return is;
  }

  Token expect(String sign) throws SyntaxFault {
    if (!peek().is(sign)) {
      throw unexpected("'" + sign + "'");
    }
    return take();
  }

  SyntaxFault unexpected(String wanted) {
    Token found = peek();
    String operator = found.kind() == Kind.WORD ? Spelling.operator(found.text()) : null;
    if (operator != null) {
      return Spelling.wrong(found.start(), found.text(), operator);
    }
    return new SyntaxFault(
        "E101",
        found.start(),
        found.end(),
        "expected " + wanted + ", found " + found.shown(),
        advice(found, wanted));
  }

  private @Nullable String advice(Token found, String wanted) {
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
