package dev.statute.scxml.internal.script;

/**
 * Truthiness of ECMAScript. Null, false, 0 and the empty text are false; a certain boolean is
 * itself.
 */
final class TruthinessRules {
  private static final int UNARY = EcmaScriptOperators.UNARY;
  private static final int IN = 4;

  private TruthinessRules() {}

  static CelExpression truthOf(CelExpression value) {
    CelExpression simpler = value.truth();
    if (simpler != null) {
      return simpler;
    }
    return switch (value.kind()) {
      case "bool" -> value;
      case "number" -> new CelExpression(value.parenthesized(IN) + " != 0", 3, "bool");
      case "string" -> new CelExpression(value.parenthesized(IN) + " != ''", 3, "bool");
      case "null" -> CelExpression.atom("false", "bool");
      case "other" -> CelExpression.atom("true", "bool");
      default -> new CelExpression("!(" + falsy(value) + ")", UNARY, "bool");
    };
  }

  static CelExpression not(CelExpression value) {
    return value.kind().equals("any") && value.truth() == null
        ? new CelExpression(falsy(value), IN, "bool")
        : new CelExpression("!" + truthOf(value).parenthesized(UNARY), UNARY, "bool");
  }

  /**
   * Translates {@code typeof x !== 'undefined'}, or its opposite: a variable without a value is
   * null here.
   */
  static CelExpression present(CelExpression value, boolean is) {
    if (value.truth() != null) {
      return is ? truthOf(value) : not(value);
    }
    return isField(value)
        ? new CelExpression((is ? "has(" : "!has(") + value.text() + ")", UNARY, "bool")
        : new CelExpression(value.parenthesized(IN) + (is ? " != null" : " == null"), 3, "bool");
  }

  /** Tests for a field of a map, which may be missing; all other values exist, and may be null. */
  private static boolean isField(CelExpression value) {
    return value.text().matches("[A-Za-z_]\\w*(\\.\\w+)++")
        && !value.text().matches("(data|event_meta)\\.\\w+");
  }

  private static String falsy(CelExpression value) {
    return value.parenthesized(IN + 1) + " in [null, false, 0, '']";
  }

  /** Translates {@code &&} and {@code ||}, which return one of their sides instead of a boolean. */
  static CelExpression combined(
      CelExpression left, String operator, CelExpression right, int binding) {
    if (left.kind().equals("bool") && right.kind().equals("bool")) {
      return CelExpression.binary(left, operator, right, binding, "bool");
    }
    String kind = left.kind().equals(right.kind()) ? left.kind() : "any";
    boolean or = operator.equals("||");
    String whole =
        truthOf(left).parenthesized(1)
            + " ? "
            + (or ? left : right).parenthesized(1)
            + " : "
            + (or ? right : left).parenthesized(0);
    CelExpression truth =
        CelExpression.binary(truthOf(left), operator, truthOf(right), binding, "bool");
    return new CelExpression(whole, 0, kind, truth);
  }
}
