package dev.statute.drools.internal.drl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parser of constraints: the part of DRL's expression language that only compares values.
 *
 * <pre>
 * expression := conjunction ('||' conjunction)*
 * conjunction := comparison ('&&' comparison)*
 * comparison := additive (operator additive | 'not'? 'in' '(' expression, … ')')?
 * operator   := == != < <= > >= | 'not'? ('contains' | 'memberOf' | 'matches')
 * </pre>
 *
 * <p>After {@code &&} and {@code ||} an omitted left operand is the preceding one: {@code calls > 3
 * && < 9}.
 */
final class ConditionParser extends PathParser {
  private static final List<String> SIGNS = List.of("==", "!=", "<", "<=", ">", ">=");
  private static final List<String> WORDS = List.of("contains", "memberOf", "matches", "in");
  private @Nullable DrlExpression lastLeft;

  ConditionParser(TokenReader tokens) {
    super(tokens);
  }

  @Override
  DrlExpression expression() {
    return disjunction();
  }

  @Override
  DrlExpression comparison() {
    DrlExpression left = startsWithOperator() && lastLeft != null ? lastLeft : additive();
    DrlToken at = tokens.peek();
    String operator = operator();
    if (operator.isEmpty()) {
      return left;
    }
    lastLeft = left;
    if (operator.endsWith("in")) {
      List<DrlExpression> members = arguments();
      lastLeft = left;
      boolean negated = operator.startsWith("not");
      return new DrlExpression.In(left, negated, members, at.start(), argumentsEnd());
    }
    DrlExpression right = additive();
    lastLeft = left;
    return new DrlExpression.Binary(operator, left, right, at.start());
  }

  private boolean startsWithOperator() {
    DrlToken token = tokens.peek();
    return SIGNS.contains(token.text()) && token.kind() == DrlToken.Kind.SIGN;
  }

  /** Parses the operator that follows, or returns an empty text. */
  private String operator() {
    if (startsWithOperator()) {
      return tokens.next().text();
    }
    String negation = tokens.accept("not") ? "not " : "";
    for (String word : WORDS) {
      if (tokens.accept(word)) {
        return negation + word;
      }
    }
    if (!negation.isEmpty()) {
      throw tokens.unexpected("'not' goes before contains, memberOf, matches or in");
    }
    return "";
  }

  @Override
  DrlExpression creation(DrlToken token) {
    throw tokens.unexpected("a condition makes no objects");
  }
}
