package dev.statute.drools.internal.condition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Class of values that compare alike with each literal of the conditions.
 *
 * @param representative one of them; null = the values that equal no text literal
 */
public record EquivalenceClass(@Nullable Object representative) implements SymbolicValue {
  /** Class of the texts, and of {@code null}, that the conditions do not contain as literals. */
  public static final EquivalenceClass OTHER = new EquivalenceClass(null);

  @Override
  public TruthValue compare(String operator, @Nullable Object literal) {
    if (representative == null) {
      boolean differs = operator.equals("==") && literal instanceof String;
      return differs ? TruthValue.FALSE : TruthValue.UNKNOWN;
    }
    return operator.equals("==")
        ? ValueComparison.equal(representative, literal)
        : ValueComparison.order(operator, representative, literal, TruthValue.UNKNOWN);
  }

  /**
   * Divides the values of a number, a text or a truth value into classes. Returns none for literals
   * of several types.
   *
   * @param literals literals that the value is compared with
   * @param low least possible number
   * @param whole true if numbers have no fractions
   */
  public static List<EquivalenceClass> partition(
      Collection<Object> literals, double low, boolean whole) {
    List<Object> representatives = new ArrayList<>();
    if (literals.stream().allMatch(Boolean.class::isInstance)) {
      representatives.addAll(List.of(true, false));
    } else if (literals.stream().allMatch(Number.class::isInstance)) {
      TreeSet<Double> points = new TreeSet<>();
      literals.forEach(each -> points.add(((Number) each).doubleValue()));
      representatives.addAll(numbers(points, low, whole));
    } else if (literals.stream().allMatch(String.class::isInstance)) {
      representatives.addAll(literals);
      representatives.add(null);
    }
    return new ArrayList<>(representatives.stream().map(EquivalenceClass::new).toList());
  }

  /** Finds the possible points, and a number below, between and above them. */
  private static List<Double> numbers(TreeSet<Double> points, double low, boolean whole) {
    List<Double> numbers = new ArrayList<>();
    points.headSet(low).clear();
    points.add(low);
    double previous = Double.NaN;
    for (double point : points) {
      double between = whole ? Math.floor(previous) + 1 : previous / 2 + point / 2;
      if (between > previous && between < point) {
        numbers.add(between);
      }
      if (!whole || point == Math.rint(point)) {
        numbers.add(point);
      }
      previous = point;
    }
    numbers.add(Double.POSITIVE_INFINITY);
    return numbers;
  }
}
