package dev.statute.expr.internal.check;

import dev.statute.expr.internal.syntax.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** CEL's overloads as rules on types; for dynamic operands, any possible overload counts. */
final class OverloadTable {
  private OverloadTable() {}

  static boolean isNumber(ValueType type) {
    return type == ValueType.INT || type == ValueType.DOUBLE || type == ValueType.DECIMAL;
  }

  /** Tests for a double and a decimal, which neither compare nor compute with each other. */
  private static boolean isMixed(ValueType left, ValueType right) {
    return (left == ValueType.DOUBLE && right == ValueType.DECIMAL)
        || (left == ValueType.DECIMAL && right == ValueType.DOUBLE);
  }

  /** Returns the result type of an arithmetic operation; null if undefined. */
  static @Nullable ValueType arithmetic(BinaryOperator operator, ValueType left, ValueType right) {
    if (left == ValueType.DYN && right == ValueType.DYN) {
      return ValueType.DYN;
    }
    if (left == ValueType.DYN || right == ValueType.DYN) {
      return orUnknown(operator, left == ValueType.DYN ? right : left, left == ValueType.DYN);
    }
    if (isNumber(left) || isNumber(right)) {
      return left == right && (left == ValueType.INT || operator != BinaryOperator.MODULO)
          ? left
          : null;
    }
    if (operator == BinaryOperator.ADD) {
      if (left == ValueType.STRING && right == ValueType.STRING) {
        return ValueType.STRING;
      }
      if (left instanceof ValueType.ListOf a && right instanceof ValueType.ListOf b) {
        return ValueType.list(join(a.element(), b.element()));
      }
      if (left == ValueType.DURATION) {
        return right == ValueType.DURATION || right == ValueType.TIMESTAMP ? right : null;
      }
      return left == ValueType.TIMESTAMP && right == ValueType.DURATION ? left : null;
    }
    if (operator == BinaryOperator.SUBTRACT && left == ValueType.TIMESTAMP) {
      return right == ValueType.TIMESTAMP
          ? ValueType.DURATION
          : right == ValueType.DURATION ? ValueType.TIMESTAMP : null;
    }
    boolean durations = left == ValueType.DURATION && right == ValueType.DURATION;
    return operator == BinaryOperator.SUBTRACT && durations ? ValueType.DURATION : null;
  }

  private static @Nullable ValueType orUnknown(
      BinaryOperator operator, ValueType known, boolean leftUnknown) {
    if (known == ValueType.INT || (isNumber(known) && operator != BinaryOperator.MODULO)) {
      return known;
    }
    if (operator == BinaryOperator.ADD) {
      if (known == ValueType.STRING || known == ValueType.TIMESTAMP) {
        return known;
      }
      return known instanceof ValueType.ListOf
          ? ValueType.list(ValueType.DYN)
          : known == ValueType.DURATION ? ValueType.DYN : null;
    }
    if (operator == BinaryOperator.SUBTRACT) {
      if (known == ValueType.TIMESTAMP) {
        return leftUnknown ? ValueType.DURATION : ValueType.DYN;
      }
      if (known == ValueType.DURATION) {
        return leftUnknown ? ValueType.DYN : ValueType.DURATION;
      }
    }
    return null;
  }

  static boolean isOrdered(ValueType left, ValueType right) {
    if (left == ValueType.DYN || right == ValueType.DYN) {
      return hasOrder(left) && hasOrder(right);
    }
    return (isNumber(left) && isNumber(right))
        ? !isMixed(left, right)
        : left == right && hasOrder(left);
  }

  private static boolean hasOrder(ValueType type) {
    return type instanceof ValueType.Basic && type != ValueType.NULL;
  }

  /** Returns true if values of these types can be equal; null matches every type. */
  static boolean isComparable(ValueType left, ValueType right) {
    if (left == ValueType.DYN
        || right == ValueType.DYN
        || left == ValueType.NULL
        || right == ValueType.NULL) {
      return true;
    }
    if (isNumber(left) && isNumber(right)) {
      return !isMixed(left, right);
    }
    if (left instanceof ValueType.ListOf a && right instanceof ValueType.ListOf b) {
      return isComparable(a.element(), b.element());
    }
    if (isMap(left) && isMap(right)) {
      return isComparable(key(left), key(right));
    }
    return left.equals(right);
  }

  static boolean isMap(ValueType type) {
    return type instanceof ValueType.MapOf || type instanceof ValueType.RecordOf;
  }

  static ValueType key(ValueType map) {
    return map instanceof ValueType.MapOf of ? of.key() : ValueType.STRING;
  }

  /** Returns the element type of a comprehension over this type; null if not iterable. */
  static @Nullable ValueType element(ValueType range) {
    if (range instanceof ValueType.ListOf list) {
      return list.element();
    }
    return range == ValueType.DYN ? ValueType.DYN : isMap(range) ? key(range) : null;
  }

  /** Returns the common type of both. */
  static ValueType join(ValueType one, ValueType other) {
    return one.equals(other) ? one : ValueType.DYN;
  }
}
