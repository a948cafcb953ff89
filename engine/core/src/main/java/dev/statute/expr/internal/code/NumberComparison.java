package dev.statute.expr.internal.code;

/** Comparing ints and doubles by value. */
final class NumberComparison {
  /** What a comparison with NaN gives. */
  static final int UNORDERED = Integer.MIN_VALUE;

  private NumberComparison() {}

  static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : a == b ? 0 : UNORDERED;
  }

  /** Beyond 2⁵³ the int is rounded first, as Google's implementation does. */
  static int compare(long a, double b) {
    return compare((double) a, b);
  }

  static int negate(int comparison) {
    return comparison == UNORDERED ? UNORDERED : -comparison;
  }
}
