package dev.statute.scxml.internal.script;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Binary operators of ECMAScript, by rising precedence, with their CEL equivalents. */
final class EcmaScriptOperators {
  private static final List<Map<String, String>> LEVELS =
      List.of(
          Map.of("||", "||"),
          Map.of("&&", "&&"),
          Map.of("==", "==", "===", "==", "!=", "!=", "!==", "!="),
          Map.of("<", "<", "<=", "<=", ">", ">", ">=", ">="),
          Map.of("+", "+", "-", "-"),
          Map.of("*", "*", "/", "/", "%", "%"));
  private static final int EQUALITY = 2;
  private static final int COMPARISON = 3;
  private static final int ADDITION = 4;

  /** Precedence of unary operators. */
  static final int UNARY = LEVELS.size() + 1;

  private EcmaScriptOperators() {}

  static int levels() {
    return LEVELS.size();
  }

  static boolean isComparison(int level) {
    return level == COMPARISON;
  }

  /** Returns the CEL equivalent of a token that is an operator of that level, or null. */
  static @Nullable String at(int level, EcmaScriptToken word) {
    return word.kind().equals("mark") ? LEVELS.get(level).get(word.text()) : null;
  }

  /** Combines two operands by an operator. */
  static CelExpression combined(
      CelExpression left, String operator, CelExpression right, int level) {
    int binding = level + 1;
    if (level < EQUALITY) {
      return TruthinessRules.combined(left, operator, right, binding);
    }
    if (level == EQUALITY && left.text().equals("event") && right.kind().equals("null")) {
      return new CelExpression("event " + operator + " {}", binding, "bool");
    }
    if (operator.equals("/")) {
      return new CelExpression(
          "double(" + left.text() + ") / double(" + right.text() + ")", binding, "number");
    }
    if (operator.equals("+") && isJoined(left, right)) {
      return new CelExpression(
          toText(left, binding) + " + " + toText(right, binding + 1), binding, "string");
    }
    String kind = level <= COMPARISON ? "bool" : concatenateOrAdd(left, operator, right);
    return CelExpression.binary(left, operator, right, binding, kind);
  }

  /** Tests for a sum of mixed types: one side is a text and the other may not be. */
  private static boolean isJoined(CelExpression left, CelExpression right) {
    boolean surely = !left.kind().equals("any") && !right.kind().equals("any");
    boolean text = left.kind().equals("string") || right.kind().equals("string");
    return !left.kind().equals(right.kind()) && (surely || text);
  }

  private static String concatenateOrAdd(CelExpression left, String operator, CelExpression right) {
    return !operator.equals("+")
        ? "number"
        : left.kind().equals("any") ? right.kind() : left.kind();
  }

  private static String toText(CelExpression value, int needed) {
    return value.kind().equals("string")
        ? value.parenthesized(needed)
        : "string(" + value.text() + ")";
  }

  /** Returns the assigned value of {@code left op= right}. */
  static String assigned(String left, String sign, CelExpression right) {
    int level = sign.equals("+") || sign.equals("-") ? ADDITION : ADDITION + 1;
    return combined(CelExpression.atom(left, "any"), sign, right, level).text();
  }
}
