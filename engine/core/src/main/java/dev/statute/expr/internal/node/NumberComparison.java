package dev.statute.expr.internal.node;

/** Comparing ints and doubles by value. */
public final class NumberComparison {
  /** What a comparison with NaN gives. */
  public static final int UNORDERED = Integer.MIN_VALUE;

  private NumberComparison() {}

  public static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : a == b ? 0 : UNORDERED;
  }

  /** Beyond 2⁵³ the int is rounded first, as Google's implementation does. */
  public static int compare(long a, double b) {
    return compare((double) a, b);
  }

  public static int negate(int comparison) {
    return comparison == UNORDERED ? UNORDERED : -comparison;
  }
}
