package dev.statute.drools.internal.condition;

/** Truth value of Kleene's three-valued logic, in ascending order. */
public enum Truth {
  FALSE,
  UNKNOWN,
  TRUE;

  public static Truth of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public Truth and(Truth other) {
    return compareTo(other) <= 0 ? this : other;
  }

  public Truth or(Truth other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public Truth not() {
    return switch (this) {
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
      case TRUE -> FALSE;
    };
  }
}
