package dev.statute.drools.internal.check;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the conditions of one pattern leave of the values of one thing. Confined to one thread. */
final class ValueRange {
  private final boolean whole;
  private double low;
  private boolean lowOpen;
  private double high = Double.POSITIVE_INFINITY;
  private boolean highOpen;
  private @Nullable Set<Object> only;
  private final Set<Object> never = new LinkedHashSet<>();

  /**
   * @param low the least number it can be
   * @param whole whether it has no fractions
   */
  ValueRange(double low, boolean whole) {
    this.low = low;
    this.whole = whole;
  }

  /** Adds {@code thing operator value}, or {@code thing in (values)}. */
  void add(String operator, Set<Object> values) {
    Object value = values.iterator().next();
    switch (operator) {
      case "==" -> keep(values);
      case "!=" -> never.addAll(values);
      case ">", ">=" -> {
        if (value instanceof Double bound && bound >= low) {
          lowOpen = operator.equals(">") || (lowOpen && bound == low);
          low = bound;
        }
      }
      case "<", "<=" -> {
        if (value instanceof Double bound && bound <= high) {
          highOpen = operator.equals("<") || (highOpen && bound == high);
          high = bound;
        }
      }
      default -> {}
    }
  }

  private void keep(Set<Object> values) {
    if (only == null) {
      only = new LinkedHashSet<>(values);
    } else {
      only.retainAll(values);
    }
  }

  /** Whether nothing is left. */
  boolean isEmpty() {
    if (only != null) {
      return only.stream().noneMatch(value -> !never.contains(value) && holds(value));
    }
    double least = whole && lowOpen ? Math.floor(low) + 1 : whole ? Math.ceil(low) : low;
    double most = whole && highOpen ? Math.ceil(high) - 1 : whole ? Math.floor(high) : high;
    boolean open = !whole && (lowOpen || highOpen);
    return least > most || (least == most && (open || never.contains(least)));
  }

  private boolean holds(Object value) {
    return !(value instanceof Double number)
        || ((lowOpen ? number > low : number >= low)
            && (highOpen ? number < high : number <= high)
            && (!whole || number == Math.rint(number)));
  }
}
