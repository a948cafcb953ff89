package dev.statute.drools.internal.drl;

import org.jspecify.annotations.Nullable;

/**
 * One constraint of a pattern.
 *
 * @param binding the variable it binds to its leftmost operand, or null
 */
public record PatternConstraint(@Nullable String binding, DrlExpression expression) {
  /** Reads a constraint; {@code base} is the offset of its text in the file. */
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
}
