package dev.statute.drools.internal.drl;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of the grammar that conditions and consequences share: literals, paths, calls,
 * arithmetic.
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
  private static final int MOST_ARGUMENTS = 1_000;
  final TokenReader tokens;
  private int lastEnd;

  PathParser(TokenReader tokens) {
    this.tokens = tokens;
  }

  /** What stands between {@code &&} and {@code ||}. */
  abstract Expression comparison();

  final Expression disjunction() {
    Expression left = conjunction();
    while (tokens.peek().is("||")) {
      Token sign = tokens.next();
      tokens.part(false);
      left = new Expression.Binary("||", left, conjunction(), sign.start());
    }
    return left;
  }

  private Expression conjunction() {
    Expression left = comparison();
    while (tokens.peek().is("&&")) {
      Token sign = tokens.next();
      tokens.part(false);
      left = new Expression.Binary("&&", left, comparison(), sign.start());
    }
    return left;
  }

  abstract Expression expression();

  /** Whether a cast to a number is next, if the language has them. */
  boolean isCast() {
    return false;
  }

  /** {@code new …}, if the language has it; {@code token} is the next one. */
  abstract Expression creation(Token token);

  final Expression additive() {
    Expression left = multiplicative();
    while (tokens.peek().is("+") || tokens.peek().is("-")) {
      Token sign = tokens.next();
      tokens.part(false);
      left = new Expression.Binary(sign.text(), left, multiplicative(), sign.start());
    }
    return left;
  }

  private Expression multiplicative() {
    Expression left = unary();
    while (tokens.peek().is("*") || tokens.peek().is("/") || tokens.peek().is("%")) {
      Token sign = tokens.next();
      tokens.part(false);
      left = new Expression.Binary(sign.text(), left, unary(), sign.start());
    }
    return left;
  }

  private Expression unary() {
    if (isCast()) {
      int start = tokens.next().start();
      Token type = tokens.next();
      tokens.next();
      tokens.down();
      Expression operand = unary();
      tokens.up();
      return new Expression.Unary("(" + type.text() + ")", operand, start);
    }
    if (tokens.peek().is("!") || tokens.peek().is("-")) {
      Token sign = tokens.next();
      tokens.down();
      Expression operand = unary();
      tokens.up();
      return new Expression.Unary(sign.text(), operand, sign.start());
    }
    return path();
  }

  private Expression path() {
    Expression on = primary();
    while (true) {
      boolean safe = tokens.peek().is("!.");
      if (tokens.accept(".") || tokens.accept("!.")) {
        tokens.part(safe);
        Token name = tokens.expectName();
        on =
            tokens.peek().is("(")
                ? new Expression.Call(on, name.text(), arguments(), safe, name.start(), lastEnd)
                : new Expression.Select(on, name.text(), safe, name.start(), name.end());
      } else if (tokens.accept("[")) {
        tokens.part(false);
        Expression at = nested();
        on = new Expression.Index(on, at, tokens.expect("]").end());
      } else {
        return on;
      }
    }
  }

  final List<Expression> arguments() {
    tokens.expect("(");
    List<Expression> all = new ArrayList<>();
    if (!tokens.peek().is(")")) {
      do {
        if (all.size() == MOST_ARGUMENTS) {
          throw tokens.unexpected("after " + MOST_ARGUMENTS + " values write another rule");
        }
        all.add(nested());
      } while (tokens.accept(","));
    }
    lastEnd = tokens.expect(")").end();
    return List.copyOf(all);
  }

  /** The end of the argument list read last. */
  final int argumentsEnd() {
    return lastEnd;
  }

  final Expression nested() {
    tokens.down();
    Expression inner = expression();
    tokens.up();
    return inner;
  }

  private Expression primary() {
    Token token = tokens.peek();
    if (token.kind() == Token.Kind.TEXT) {
      tokens.next();
      return new Expression.Literal(token.text(), token.start(), token.end());
    }
    if (token.kind() == Token.Kind.NUMBER) {
      tokens.next();
      return number(token);
    }
    if (tokens.accept("(")) {
      Expression inner = nested();
      tokens.expect(")");
      return inner;
    }
    if (token.kind() != Token.Kind.NAME) {
      throw tokens.unexpected(null);
    }
    return named(token);
  }

  private Expression named(Token token) {
    if (token.is("new")) {
      return creation(token);
    }
    tokens.next();
    if (token.is("true") || token.is("false")) {
      return new Expression.Literal(token.is("true"), token.start(), token.end());
    }
    if (token.is("null")) {
      return new Expression.Literal(null, token.start(), token.end());
    }
    if (tokens.peek().is("(")) {
      List<Expression> arguments = arguments();
      return new Expression.Call(null, token.text(), arguments, false, token.start(), lastEnd);
    }
    return new Expression.Name(token.text(), token.start(), token.end());
  }

  private Expression number(Token token) {
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
      return new Expression.Literal(value, token.start(), token.end());
    } catch (NumberFormatException e) {
      throw new Refusal(
          "R107", token.start(), token.end(), "'" + text + "' is too large a number", null);
    }
  }
}
