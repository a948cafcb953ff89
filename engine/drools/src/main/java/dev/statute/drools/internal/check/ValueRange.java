package dev.statute.drools.internal.check;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values of one field that the conditions of a pattern allow. Confined to one thread. */
final class ValueRange {
  private final boolean whole;
  private double lower;
  private boolean lowerOpen;
  private double upper = Double.POSITIVE_INFINITY;
  private boolean upperOpen;
  private @Nullable Set<Object> allowed;
  private final Set<Object> excluded = new LinkedHashSet<>();

  /**
   * Creates a range.
   *
   * @param low least possible number
   * @param whole true if it has no fractions
   */
  ValueRange(double low, boolean whole) {
    this.lower = low;
    this.whole = whole;
  }

  /** Adds the condition {@code field operator value}, or {@code field in (values)}. */
  void add(String operator, Set<Object> values) {
    Object value = values.iterator().next();
    switch (operator) {
      case "==" -> retain(values);
      case "!=" -> excluded.addAll(values);
      case ">", ">=" -> {
        if (value instanceof Double bound && bound >= lower) {
          lowerOpen = operator.equals(">") || (lowerOpen && bound == lower);
          lower = bound;
        }
      }
      case "<", "<=" -> {
        if (value instanceof Double bound && bound <= upper) {
          upperOpen = operator.equals("<") || (upperOpen && bound == upper);
          upper = bound;
        }
      }
      default -> {}
    }
  }

  private void retain(Set<Object> values) {
    if (allowed == null) {
      allowed = new LinkedHashSet<>(values);
    } else {
      allowed.retainAll(values);
    }
  }

  /** Tests if no value is allowed. */
  boolean isEmpty() {
    if (allowed != null) {
      return allowed.stream().noneMatch(value -> !excluded.contains(value) && contains(value));
    }
    double least = whole && lowerOpen ? Math.floor(lower) + 1 : whole ? Math.ceil(lower) : lower;
    double most = whole && upperOpen ? Math.ceil(upper) - 1 : whole ? Math.floor(upper) : upper;
    boolean open = !whole && (lowerOpen || upperOpen);
    return least > most || (least == most && (open || excluded.contains(least)));
  }

  private boolean contains(Object value) {
    return !(value instanceof Double number)
        || ((lowerOpen ? number > lower : number >= lower)
            && (upperOpen ? number < upper : number <= upper)
            && (!whole || number == Math.rint(number)));
  }
}
