package dev.statute.drools.internal.drl;

import org.jspecify.annotations.Nullable;

/**
 * Constraint of a pattern.
 *
 * @param binding the variable for its leftmost operand, or null
 */
public record PatternConstraint(@Nullable String binding, DrlExpression expression) {
  /** Parses a constraint; {@code base} is the offset of its text in the file. */
  public static PatternConstraint read(String text, int base) {
    TokenReader tokens = new TokenReader(DrlLexer.tokens(text, base, false));
    String binding = null;
    if (tokens.peek().kind() == DrlToken.Kind.NAME && tokens.peek(1).is(":")) {
      binding = tokens.next().text();
      tokens.next();
    }
    DrlExpression expression = new ConditionParser(tokens).expression();
    tokens.expectEnd();
    return new PatternConstraint(binding, expression);
  }

  /** Tests for a constraint that only binds a variable, which holds for any value. */
  public boolean isBinding() {
    boolean compares =
        expression instanceof DrlExpression.Binary
            || expression instanceof DrlExpression.In
            || expression instanceof DrlExpression.Unary;
    return binding != null && !compares;
  }

  /** Leftmost operand, whose value is bound. */
  public DrlExpression leftmost() {
    DrlExpression at = expression;
    while (at instanceof DrlExpression.Binary binary) {
      at = binary.left();
    }
    return at;
  }
}
