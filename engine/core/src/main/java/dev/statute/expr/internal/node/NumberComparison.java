package dev.statute.expr.internal.node;

/** Comparison of ints and doubles by value. */
public final class NumberComparison {
  /** Result of a comparison with NaN. */
  public static final int UNORDERED = Integer.MIN_VALUE;

  private NumberComparison() {}

  public static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : a == b ? 0 : UNORDERED;
  }

  /** Compares by value; an int beyond 2⁵³ is rounded first, as in Google's implementation. */
  public static int compare(long a, double b) {
    return compare((double) a, b);
  }

  public static int negate(int comparison) {
    return comparison == UNORDERED ? UNORDERED : -comparison;
  }
}
