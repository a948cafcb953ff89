package dev.statute.expr;

/** Whether one type may stand for another: an int may for a double. */
final class Assignable {
  private Assignable() {}

  static boolean test(Type to, Type from) {
    if (to == Type.DYN || from == Type.DYN || to.equals(from)) {
      return true;
    }
    if (to == Type.DOUBLE) {
      return from == Type.INT;
    }
    if (to instanceof Type.ListOf list) {
      return from instanceof Type.ListOf other && test(list.element(), other.element());
    }
    if (to instanceof Type.MapOf map) {
      return from instanceof Type.RecordOf
          ? test(map.key(), Type.STRING)
          : from instanceof Type.MapOf other
              && test(map.key(), other.key())
              && test(map.value(), other.value());
    }
    if (to instanceof Type.RecordOf) {
      return from instanceof Type.RecordOf || from instanceof Type.MapOf;
    }
    return false;
  }
}
