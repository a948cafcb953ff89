package dev.statute.expr.internal.syntax;

import org.jspecify.annotations.Nullable;

/** Binary operators, except the short-circuit ones. */
public enum BinaryOperator {
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

  BinaryOperator(String sign, int precedence) {
    this.sign = sign;
    this.precedence = precedence;
  }

  public String sign() {
    return sign;
  }

  /** Returns the precedence; higher binds tighter. */
  int precedence() {
    return precedence;
  }

  public boolean isOrder() {
    return sign.startsWith("<") || sign.startsWith(">");
  }

  static @Nullable BinaryOperator of(ExpressionToken token) {
    if (token.kind() == ExpressionToken.Kind.SIGN || token.kind() == ExpressionToken.Kind.WORD) {
      for (BinaryOperator operator : values()) {
        if (operator.sign.equals(token.text())) {
          return operator;
        }
      }
    }
    return null;
  }
}
