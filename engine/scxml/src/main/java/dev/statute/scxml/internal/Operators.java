package dev.statute.scxml.internal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The binary operators of ECMAScript, from the loosest to the tightest, and what each is in CEL.
 */
final class Operators {
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

  /** How tightly an operator with one operand binds. */
  static final int UNARY = LEVELS.size() + 1;

  private Operators() {}

  static int levels() {
    return LEVELS.size();
  }

  static boolean isComparison(int level) {
    return level == COMPARISON;
  }

  /** What a word is in CEL if it is an operator of that level, or null. */
  static @Nullable String at(int level, Token word) {
    return word.kind().equals("mark") ? LEVELS.get(level).get(word.text()) : null;
  }

  /** Two operands and what stands between them. */
  static Celled combined(Celled left, String operator, Celled right, int level) {
    int binding = level + 1;
    if (level < EQUALITY) {
      return Truth.combined(left, operator, right, binding);
    }
    if (level == EQUALITY && left.text().equals("event") && right.kind().equals("null")) {
      return new Celled("event " + operator + " {}", binding, "bool");
    }
    if (operator.equals("/")) {
      return new Celled(
          "double(" + left.text() + ") / double(" + right.text() + ")", binding, "number");
    }
    if (operator.equals("+") && isJoined(left, right)) {
      return new Celled(asText(left) + " + " + asText(right), binding, "string");
    }
    return new Celled(
        left.within(binding) + " " + operator + " " + right.within(binding + 1),
        binding,
        level <= COMPARISON ? "bool" : sum(left, operator, right));
  }

  /** Whether a sum of different kinds is a text. */
  private static boolean isJoined(Celled left, Celled right) {
    return !left.kind().equals(right.kind())
        && !left.kind().equals("any")
        && !right.kind().equals("any");
  }

  private static String sum(Celled left, String operator, Celled right) {
    return !operator.equals("+")
        ? "number"
        : left.kind().equals("any") ? right.kind() : left.kind();
  }

  private static String asText(Celled value) {
    return value.kind().equals("string") ? value.within(6) : "string(" + value.text() + ")";
  }

  /** {@code left op= right}, as the value that is assigned. */
  static String assigned(String left, String sign, Celled right) {
    int level = sign.equals("+") || sign.equals("-") ? 5 : 6;
    return sign.equals("/")
        ? "double(" + left + ") / double(" + right.text() + ")"
        : left + " " + sign + " " + right.within(level + 1);
  }
}
