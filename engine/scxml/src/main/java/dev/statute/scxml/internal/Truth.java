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

  /** {@code typeof x === 'undefined'}: a variable without a value is null here. */
  static Celled absent(Celled value) {
    return value.truth() != null
        ? not(value)
        : isField(value)
            ? new Celled("!has(" + value.text() + ")", UNARY, "bool")
            : new Celled(value.within(IN) + " == null", 3, "bool");
  }

  /** Its opposite. */
  static Celled present(Celled value) {
    return value.truth() != null
        ? of(value)
        : isField(value)
            ? new Celled("has(" + value.text() + ")", UNARY, "bool")
            : new Celled(value.within(IN) + " != null", 3, "bool");
  }

  /** A field of a map that is not there is not there; all others are there, and may be null. */
  private static boolean isField(Celled value) {
    return value.text().matches("[A-Za-z_]\\w*(\\.\\w+)+")
        && !value.text().matches("(data|event_meta)\\.\\w+");
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
