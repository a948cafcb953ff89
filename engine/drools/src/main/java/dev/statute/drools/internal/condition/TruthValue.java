package dev.statute.drools.internal.condition;

/** TruthValue value of Kleene's three-valued logic, in ascending order. */
public enum TruthValue {
  FALSE,
  UNKNOWN,
  TRUE;

  public static TruthValue of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public TruthValue and(TruthValue other) {
    return compareTo(other) <= 0 ? this : other;
  }

  public TruthValue or(TruthValue other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public TruthValue not() {
    return switch (this) {
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
      case TRUE -> FALSE;
    };
  }
}
