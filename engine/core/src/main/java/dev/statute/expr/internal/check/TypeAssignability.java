package dev.statute.expr.internal.check;

/** Assignability of types; an int is assignable to a double and to a decimal. */
final class TypeAssignability {
  private TypeAssignability() {}

  static boolean isAssignable(ValueType to, ValueType from) {
    if (to == ValueType.DYN || from == ValueType.DYN || to.equals(from)) {
      return true;
    }
    if (to == ValueType.DOUBLE || to == ValueType.DECIMAL) {
      return from == ValueType.INT;
    }
    if (to instanceof ValueType.ListOf list) {
      return from instanceof ValueType.ListOf other
          && isAssignable(list.element(), other.element());
    }
    if (to instanceof ValueType.MapOf map) {
      return from instanceof ValueType.RecordOf
          ? isAssignable(map.key(), ValueType.STRING)
          : from instanceof ValueType.MapOf other
              && isAssignable(map.key(), other.key())
              && isAssignable(map.value(), other.value());
    }
    if (to instanceof ValueType.RecordOf) {
      return from instanceof ValueType.RecordOf || from instanceof ValueType.MapOf;
    }
    return false;
  }
}
