package dev.statute.drools.internal.condition;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.PatternConstraint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Values that conditions allow for text fields. */
public final class AllowedValues {
  private AllowedValues() {}

  /**
   * Computes the only values that conditions allow for each of {@code fields}; a field without an
   * entry may have any value.
   */
  public static Map<String, Set<String>> of(
      List<PatternConstraint> conditions, Set<String> fields) {
    List<DrlExpression> tests =
        conditions.stream()
            .filter(each -> !each.isBinding())
            .map(PatternConstraint::expression)
            .toList();
    Map<String, Set<String>> allowed = new HashMap<>();
    SymbolicFact.literals(tests)
        .forEach(
            (path, literals) -> {
              if (fields.contains(path) && !mayHold(tests, path, EquivalenceClass.OTHER)) {
                allowed.put(path, allowed(tests, path, literals));
              }
            });
    return allowed;
  }

  private static Set<String> allowed(List<DrlExpression> tests, String path, Set<Object> literals) {
    Set<String> allowed = new HashSet<>();
    for (Object literal : literals) {
      if (literal instanceof String text && mayHold(tests, path, new EquivalenceClass(text))) {
        allowed.add(text);
      }
    }
    return allowed;
  }

  private static boolean mayHold(List<DrlExpression> tests, String path, EquivalenceClass value) {
    return tests.stream()
        .allMatch(test -> SymbolicFact.test(test, path, value) != TruthValue.FALSE);
  }
}
