package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.internal.syntax.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** CEL's overloads, as rules on types; where one is not known, what it could still be decides. */
final class OverloadTable {
  private OverloadTable() {}

  static boolean isNumber(Type type) {
    return type == Type.INT || type == Type.DOUBLE;
  }

  /** The type of arithmetic on these, or null if it is not defined for them. */
  static @Nullable Type arithmetic(BinaryOperator operator, Type left, Type right) {
    if (left == Type.DYN && right == Type.DYN) {
      return Type.DYN;
    }
    if (left == Type.DYN || right == Type.DYN) {
      return withUnknown(operator, left == Type.DYN ? right : left, left == Type.DYN);
    }
    if (isNumber(left) || isNumber(right)) {
      return left == right && (left == Type.INT || operator != BinaryOperator.MODULO) ? left : null;
    }
    if (operator == BinaryOperator.ADD) {
      if (left == Type.STRING && right == Type.STRING) {
        return Type.STRING;
      }
      if (left instanceof Type.ListOf a && right instanceof Type.ListOf b) {
        return Type.list(join(a.element(), b.element()));
      }
      if (left == Type.DURATION) {
        return right == Type.DURATION || right == Type.TIMESTAMP ? right : null;
      }
      return left == Type.TIMESTAMP && right == Type.DURATION ? left : null;
    }
    if (operator == BinaryOperator.SUBTRACT && left == Type.TIMESTAMP) {
      return right == Type.TIMESTAMP
          ? Type.DURATION
          : right == Type.DURATION ? Type.TIMESTAMP : null;
    }
    boolean durations = left == Type.DURATION && right == Type.DURATION;
    return operator == BinaryOperator.SUBTRACT && durations ? Type.DURATION : null;
  }

  private static @Nullable Type withUnknown(
      BinaryOperator operator, Type known, boolean leftUnknown) {
    if (known == Type.INT || (known == Type.DOUBLE && operator != BinaryOperator.MODULO)) {
      return known;
    }
    if (operator == BinaryOperator.ADD) {
      if (known == Type.STRING || known == Type.TIMESTAMP) {
        return known;
      }
      return known instanceof Type.ListOf
          ? Type.list(Type.DYN)
          : known == Type.DURATION ? Type.DYN : null;
    }
    if (operator == BinaryOperator.SUBTRACT) {
      if (known == Type.TIMESTAMP) {
        return leftUnknown ? Type.DURATION : Type.DYN;
      }
      if (known == Type.DURATION) {
        return leftUnknown ? Type.DYN : Type.DURATION;
      }
    }
    return null;
  }

  static boolean isOrdered(Type left, Type right) {
    if (left == Type.DYN || right == Type.DYN) {
      return hasOrder(left) && hasOrder(right);
    }
    return (isNumber(left) && isNumber(right)) || (left == right && hasOrder(left));
  }

  private static boolean hasOrder(Type type) {
    return type instanceof Type.Basic && type != Type.NULL;
  }

  /** Whether values of these types may ever be equal; null may be anywhere. */
  static boolean isComparable(Type left, Type right) {
    if (left == Type.DYN || right == Type.DYN || left == Type.NULL || right == Type.NULL) {
      return true;
    }
    if (isNumber(left) && isNumber(right)) {
      return true;
    }
    if (left instanceof Type.ListOf a && right instanceof Type.ListOf b) {
      return isComparable(a.element(), b.element());
    }
    if (isMap(left) && isMap(right)) {
      return isComparable(key(left), key(right));
    }
    return left.equals(right);
  }

  static boolean isMap(Type type) {
    return type instanceof Type.MapOf || type instanceof Type.RecordOf;
  }

  static Type key(Type map) {
    return map instanceof Type.MapOf of ? of.key() : Type.STRING;
  }

  /** What a comprehension over this type binds, or null if it cannot run over it. */
  static @Nullable Type element(Type range) {
    if (range instanceof Type.ListOf list) {
      return list.element();
    }
    return range == Type.DYN ? Type.DYN : isMap(range) ? key(range) : null;
  }

  /** The type of what is one or the other. */
  static Type join(Type one, Type other) {
    return one.equals(other) ? one : Type.DYN;
  }
}
