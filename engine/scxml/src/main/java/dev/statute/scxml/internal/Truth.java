package dev.statute.scxml.internal;

/**
 * What ECMAScript takes for true. Null, false, 0 and the empty text are not; what is surely a
 * boolean is itself.
 */
final class Truth {
  private static final int UNARY = 7;
  private static final int IN = 4;

  private Truth() {}

  static Celled of(Celled value) {
    Celled simpler = value.truth();
    if (simpler != null) {
      return simpler;
    }
    return switch (value.kind()) {
      case "bool" -> value;
      case "number" -> new Celled(value.within(IN) + " != 0", 3, "bool");
      case "string" -> new Celled(value.within(IN) + " != ''", 3, "bool");
      case "null" -> Celled.atom("false", "bool");
      case "other" -> Celled.atom("true", "bool");
      default -> new Celled("!(" + falsy(value) + ")", UNARY, "bool");
    };
  }

  static Celled not(Celled value) {
    return value.kind().equals("any") && value.truth() == null
        ? new Celled(falsy(value), IN, "bool")
        : new Celled("!" + of(value).within(UNARY), UNARY, "bool");
  }

  private static String falsy(Celled value) {
    return value.within(IN + 1) + " in [null, false, 0, '']";
  }

  /** {@code &&} and {@code ||}, which give one of their sides and not just true or false. */
  static Celled combined(Celled left, String operator, Celled right, int binding) {
    if (left.kind().equals("bool") && right.kind().equals("bool")) {
      return new Celled(
          left.within(binding) + " " + operator + " " + right.within(binding + 1), binding, "bool");
    }
    String kind = left.kind().equals(right.kind()) ? left.kind() : "any";
    boolean or = operator.equals("||");
    String whole =
        of(left).within(1)
            + " ? "
            + (or ? left : right).within(1)
            + " : "
            + (or ? right : left).within(0);
    String truth = of(left).within(binding) + " " + operator + " " + of(right).within(binding + 1);
    return new Celled(whole, 0, kind, new Celled(truth, binding, "bool"));
  }
}
