package dev.statute.expr.internal.syntax;

import org.jspecify.annotations.Nullable;

/** The operators with two operands, without those that may leave one of them alone. */
public enum Operator {
  LESS("<", 1),
  LESS_EQUAL("<=", 1),
  GREATER(">", 1),
  GREATER_EQUAL(">=", 1),
  EQUAL("==", 1),
  NOT_EQUAL("!=", 1),
  IN("in", 1),
  ADD("+", 2),
  SUBTRACT("-", 2),
  MULTIPLY("*", 3),
  DIVIDE("/", 3),
  MODULO("%", 3);

  private final String sign;
  private final int precedence;

  Operator(String sign, int precedence) {
    this.sign = sign;
    this.precedence = precedence;
  }

  public String sign() {
    return sign;
  }

  /** Binds closer the higher it is. */
  int precedence() {
    return precedence;
  }

  public boolean isOrder() {
    return sign.startsWith("<") || sign.startsWith(">");
  }

  static @Nullable Operator of(Token token) {
    if (token.kind() == Token.Kind.SIGN || token.kind() == Token.Kind.WORD) {
      for (Operator operator : values()) {
        if (operator.sign.equals(token.text())) {
          return operator;
        }
      }
    }
    return null;
  }
}
