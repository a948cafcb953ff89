package dev.statute.drools.internal.drl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of tokens in sequence. */
final class TokenReader {
  private final List<DrlToken> tokens;
  private int at;
  private int depth;
  private int parts;

  TokenReader(List<DrlToken> tokens) {
    this.tokens = tokens;
  }

  DrlToken peek() {
    return peek(0);
  }

  DrlToken peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  /** Distance to the parenthesis that closes the next token; -1 = none does. */
  int closing() {
    int open = 0;
    for (int ahead = 0; at + ahead < tokens.size(); ahead++) {
      open += peek(ahead).is("(") ? 1 : peek(ahead).is(")") ? -1 : 0;
      if (open == 0) {
        return ahead;
      }
    }
    return -1;
  }

  DrlToken next() {
    DrlToken token = peek();
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }

  boolean accept(String sign) {
    if (peek().is(sign)) {
      next();
      return true;
    }
    return false;
  }

  DrlToken expect(String sign) {
    if (!peek().is(sign)) {
      throw unexpected("'" + sign + "' is expected before it");
    }
    return next();
  }

  DrlToken expectName() {
    if (peek().kind() != DrlToken.Kind.NAME) {
      throw unexpected("a name is expected");
    }
    return next();
  }

  void expectEnd() {
    if (peek().kind() != DrlToken.Kind.END) {
      throw unexpected(null);
    }
  }

  boolean atEnd() {
    return peek().kind() == DrlToken.Kind.END;
  }

  /** Protects the parser's own stack against unlimited nesting. */
  void enterNested() {
    if (++depth > 60) {
      throw new UnsupportedSyntax(
          "R107",
          peek().start(),
          peek().end(),
          "nested too deeply",
          "write several conditions or rules");
    }
  }

  /**
   * Protects later recursion over an expression against an unlimited number of parts.
   *
   * @param safe true for a {@code !.}, which the rule engine expands with all parts before it
   */
  void countPart(boolean safe) {
    parts += safe ? 10 : 1;
    if (parts > 500) {
      throw new UnsupportedSyntax(
          "R107",
          peek().start(),
          peek().end(),
          "more than 500 operators in one expression",
          "write in ( …, … ), or several conditions");
    }
  }

  /** Starts a new statement. */
  void startStatement() {
    parts = 0;
  }

  void exitNested() {
    depth--;
  }

  UnsupportedSyntax unexpected(@Nullable String fix) {
    DrlToken token = peek();
    return token.kind() == DrlToken.Kind.END
        ? new UnsupportedSyntax(
            "R107", token.start(), token.start(), "something is missing here", fix)
        : new UnsupportedSyntax(
            "R107", token.start(), token.end(), "did not expect '" + token.text() + "' here", fix);
  }
}
