package dev.statute.drools.internal.drl;

import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Constraint of a pattern: a condition, a binding of a variable, or both.
 *
 * <p>The rule engine binds a variable to the first path of a condition, {@code $n : calls > 3},
 * which is tested as well; or to the value of an expression in parentheses, {@code $b : ( calls > 3
 * )}, which is <em>not</em> tested. It reads other forms in its own ways, so they are refused.
 *
 * @param binding the variable, or null
 * @param enclosed true if the whole expression stands in parentheses after a variable, which is
 *     then bound to its value
 */
public record PatternConstraint(
    @Nullable String binding, DrlExpression expression, boolean enclosed) {
  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%");

  /** Parses a constraint; {@code base} is the offset of its text in the file. */
  public static PatternConstraint read(String text, int base) {
    TokenReader tokens = new TokenReader(DrlLexer.tokens(text, base, false));
    if (tokens.peek().kind() != DrlToken.Kind.NAME || !tokens.peek(1).is(":")) {
      return new PatternConstraint(null, parse(tokens), false);
    }
    String binding = tokens.next().text();
    tokens.next();
    DrlToken first = tokens.peek();
    int close = first.is("(") ? tokens.closing() : -1;
    boolean enclosed = close > 0 && tokens.peek(close + 1).kind() == DrlToken.Kind.END;
    DrlToken closing = tokens.peek(Math.max(close, 0));
    DrlExpression expression = parse(tokens);
    PatternConstraint constraint = new PatternConstraint(binding, expression, enclosed);
    if (enclosed) {
      refuseUncomputable(expression);
    } else {
      constraint.refusePartialBinding(text, base, first, close > 0 ? closing : null);
    }
    return constraint;
  }

  private static DrlExpression parse(TokenReader tokens) {
    DrlExpression expression = new ConditionParser(tokens).expression();
    tokens.expectEnd();
    return expression;
  }

  /** Refuses operators that the rule engine does not compute as a value. */
  private static void refuseUncomputable(DrlExpression value) {
    if (value instanceof In in) {
      throw refusal(
          in.operatorStart(),
          in.end(),
          "the rule engine computes no 'in' as a value",
          in.negated() ? "write != and &&" : "write == and ||");
    }
    if (value instanceof Binary binary
        && Set.of("memberOf", "not memberOf", "not contains").contains(binary.operator())) {
      throw refusal(
          binary.operatorStart(),
          binary.operatorStart() + binary.operator().length(),
          "the rule engine computes no '" + binary.operator() + "' as a value",
          binary.operator().startsWith("not ")
              ? "write !( … contains … )"
              : "write contains, the list first");
    }
    value.parts().forEach(PatternConstraint::refuseUncomputable);
  }

  /**
   * Refuses a binding to a part of what looks bound.
   *
   * @param closing the parenthesis that closes the first one, or null
   */
  private void refusePartialBinding(
      String text, int base, DrlToken first, @Nullable DrlToken closing) {
    DrlExpression bound = bound();
    if (closing != null
        && (bound.end() > closing.start()
            || !text.substring(bound.end() - base, closing.start() - base).matches("[\\s)]*"))) {
      throw refusal(
          closing.end(),
          expression.end(),
          "what stands in the parentheses is only bound to '" + binding + "', not tested",
          "end the condition here, and write what follows as one of its own, such as , "
              + binding
              + " == true");
    }
    DrlExpression operand = operand();
    if (!operand.equals(bound)) {
      String operation = text.substring(first.start() - base, operand.end() - base).strip();
      throw refusal(
          first.start(),
          operand.end(),
          "without parentheses '" + binding + "' is bound to its first value only",
          "write "
              + binding
              + " : ( "
              + operation
              + " )"
              + (isBinding() ? "" : ", " + binding + " …"));
    }
  }

  private static UnsupportedSyntax refusal(int start, int end, String message, String fix) {
    return new UnsupportedSyntax("R107", start, end, message, fix);
  }

  /** Tests for a constraint that only binds a variable, which holds for any value. */
  public boolean isBinding() {
    return binding != null && (enclosed || !isCondition(expression));
  }

  /** Tests for an expression that is a comparison, or made of comparisons. */
  public static boolean isCondition(DrlExpression expression) {
    return expression instanceof In
        || (expression instanceof Unary unary && unary.operator().equals("!"))
        || (expression instanceof Binary binary && !ARITHMETIC.contains(binary.operator()));
  }

  /** Comparison that {@code == true}, or {@code != false}, is written after, or before; or null. */
  public static @Nullable DrlExpression truthOperand(Binary comparison) {
    if (!Set.of("==", "!=").contains(comparison.operator())) {
      return null;
    }
    return isTruth(comparison.right()) && isCondition(comparison.left())
        ? comparison.left()
        : isTruth(comparison.left()) && isCondition(comparison.right()) ? comparison.right() : null;
  }

  /** Tests for {@code == false} and {@code != true}. */
  public static boolean isNegation(Binary comparison) {
    DrlExpression truth = isTruth(comparison.right()) ? comparison.right() : comparison.left();
    return comparison.operator().equals("!=")
        == (truth instanceof Literal literal && Boolean.TRUE.equals(literal.value()));
  }

  /** Tests for {@code true} and {@code false}. */
  public static boolean isTruth(DrlExpression expression) {
    return expression instanceof Literal literal && literal.value() instanceof Boolean;
  }

  /** Expression whose value is bound: all that is enclosed, else the first path. */
  public DrlExpression bound() {
    if (enclosed) {
      return expression;
    }
    DrlExpression at = operand();
    while (at instanceof Binary || at instanceof Unary) {
      at = at.parts().get(0);
    }
    return at;
  }

  /** First operand of the first comparison. */
  private DrlExpression operand() {
    DrlExpression at = expression;
    while (isCondition(at)) {
      at = at.parts().get(0);
    }
    return at;
  }
}
