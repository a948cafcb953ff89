package dev.statute.drools.internal.drl;

import java.util.ArrayList;
import java.util.List;

/**
 * Common grammar of conditions and consequences: literals, paths, calls, arithmetic.
 *
 * <pre>
 * additive       := multiplicative (('+' | '-') multiplicative)*
 * multiplicative := unary (('*' | '/' | '%') unary)*
 * unary          := ('!' | '-') unary | path
 * path           := primary ('.' name arguments? | '!.' name arguments? | '[' expression ']')*
 * primary        := literal | name arguments? | '(' expression ')'
 * </pre>
 */
abstract class PathParser {
  private static final int MAX_ARGUMENTS = 1_000;
  final TokenReader tokens;
  private int lastEnd;

  PathParser(TokenReader tokens) {
    this.tokens = tokens;
  }

  /** Parses an operand of {@code &&} and {@code ||}. */
  abstract DrlExpression comparison();

  final DrlExpression disjunction() {
    DrlExpression left = conjunction();
    while (tokens.peek().is("||")) {
      DrlToken sign = tokens.next();
      tokens.countPart(false);
      left = new DrlExpression.Binary("||", left, conjunction(), sign.start());
    }
    return left;
  }

  private DrlExpression conjunction() {
    DrlExpression left = comparison();
    while (tokens.peek().is("&&")) {
      DrlToken sign = tokens.next();
      tokens.countPart(false);
      left = new DrlExpression.Binary("&&", left, comparison(), sign.start());
    }
    return left;
  }

  abstract DrlExpression expression();

  /** Tests for a cast to a number, if the language has casts. */
  boolean isCast() {
    return false;
  }

  /** Parses {@code new …}, if the language has it; {@code token} is the next token. */
  abstract DrlExpression creation(DrlToken token);

  final DrlExpression additive() {
    DrlExpression left = multiplicative();
    while (tokens.peek().is("+") || tokens.peek().is("-")) {
      DrlToken sign = tokens.next();
      tokens.countPart(false);
      left = new DrlExpression.Binary(sign.text(), left, multiplicative(), sign.start());
    }
    return left;
  }

  private DrlExpression multiplicative() {
    DrlExpression left = unary();
    while (tokens.peek().is("*") || tokens.peek().is("/") || tokens.peek().is("%")) {
      DrlToken sign = tokens.next();
      tokens.countPart(false);
      left = new DrlExpression.Binary(sign.text(), left, unary(), sign.start());
    }
    return left;
  }

  private DrlExpression unary() {
    if (isCast()) {
      int start = tokens.next().start();
      DrlToken type = tokens.next();
      tokens.next();
      tokens.enterNested();
      DrlExpression operand = unary();
      tokens.exitNested();
      return new DrlExpression.Unary("(" + type.text() + ")", operand, start);
    }
    if (tokens.peek().is("!") || tokens.peek().is("-")) {
      DrlToken sign = tokens.next();
      tokens.enterNested();
      DrlExpression operand = unary();
      tokens.exitNested();
      return new DrlExpression.Unary(sign.text(), operand, sign.start());
    }
    return path();
  }

  private DrlExpression path() {
    DrlExpression on = primary();
    while (true) {
      boolean safe = tokens.peek().is("!.");
      if (tokens.accept(".") || tokens.accept("!.")) {
        tokens.countPart(safe);
        DrlToken name = tokens.expectName();
        on =
            tokens.peek().is("(")
                ? new DrlExpression.Call(on, name.text(), arguments(), safe, name.start(), lastEnd)
                : new DrlExpression.Select(on, name.text(), safe, name.start(), name.end());
      } else if (tokens.accept("[")) {
        tokens.countPart(false);
        DrlExpression at = nested();
        on = new DrlExpression.Index(on, at, tokens.expect("]").end());
      } else {
        return on;
      }
    }
  }

  final List<DrlExpression> arguments() {
    tokens.expect("(");
    List<DrlExpression> all = new ArrayList<>();
    if (!tokens.peek().is(")")) {
      do {
        if (all.size() == MAX_ARGUMENTS) {
          throw tokens.unexpected("after " + MAX_ARGUMENTS + " values write another rule");
        }
        all.add(nested());
      } while (tokens.accept(","));
    }
    lastEnd = tokens.expect(")").end();
    return List.copyOf(all);
  }

  /** End of the argument list that was parsed last. */
  final int argumentsEnd() {
    return lastEnd;
  }

  final DrlExpression nested() {
    tokens.enterNested();
    DrlExpression inner = expression();
    tokens.exitNested();
    return inner;
  }

  private DrlExpression primary() {
    DrlToken token = tokens.peek();
    if (token.kind() == DrlToken.Kind.TEXT) {
      tokens.next();
      return new DrlExpression.Literal(token.text(), token.start(), token.end());
    }
    if (token.kind() == DrlToken.Kind.NUMBER) {
      tokens.next();
      return number(token);
    }
    if (tokens.accept("(")) {
      DrlExpression inner = nested();
      tokens.expect(")");
      return inner;
    }
    if (token.kind() != DrlToken.Kind.NAME) {
      throw tokens.unexpected(null);
    }
    return named(token);
  }

  private DrlExpression named(DrlToken token) {
    if (token.is("new")) {
      return creation(token);
    }
    tokens.next();
    if (token.is("true") || token.is("false")) {
      return new DrlExpression.Literal(token.is("true"), token.start(), token.end());
    }
    if (token.is("null")) {
      return new DrlExpression.Literal(null, token.start(), token.end());
    }
    if (tokens.peek().is("(")) {
      List<DrlExpression> arguments = arguments();
      return new DrlExpression.Call(null, token.text(), arguments, false, token.start(), lastEnd);
    }
    return new DrlExpression.Name(token.text(), token.start(), token.end());
  }

  private DrlExpression number(DrlToken token) {
    String text = token.text();
    char last = Character.toLowerCase(text.charAt(text.length() - 1));
    String digits = Character.isDigit(last) ? text : text.substring(0, text.length() - 1);
    try {
      Number value;
      if (last == 'd' || digits.indexOf('.') >= 0) {
        value = Double.valueOf(digits);
      } else if (last == 'l') {
        value = Long.valueOf(digits);
      } else {
        value = Integer.valueOf(digits);
      }
      return new DrlExpression.Literal(value, token.start(), token.end());
    } catch (NumberFormatException e) {
      throw new UnsupportedSyntax(
          "R107",
          token.start(),
          token.end(),
          "'" + text + "' is too large a number",
          last != 'l' && digits.length() < 19 ? "write " + digits + "L" : null);
    }
  }
}
