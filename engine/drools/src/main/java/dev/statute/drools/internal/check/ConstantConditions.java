package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.PatternConstraint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Analysis of the values that conditions allow for fields. */
public final class ConstantConditions {
  private final Set<String> fields;

  private ConstantConditions(Set<String> fields) {
    this.fields = fields;
  }

  /**
   * Computes the only values that conditions allow for each of {@code fields}; a field without an
   * entry may have any value.
   */
  public static Map<String, Set<String>> read(
      List<PatternConstraint> conditions, Set<String> fields) {
    ConstantConditions constants = new ConstantConditions(fields);
    Map<String, Set<String>> all = new HashMap<>();
    conditions.forEach(each -> intersect(all, constants.read(each.expression())));
    return all;
  }

  private Map<String, Set<String>> read(DrlExpression expression) {
    Map<String, Set<String>> all = new HashMap<>();
    if (expression instanceof DrlExpression.In in && !in.negated()) {
      put(all, in.value(), in.members());
    } else if (expression instanceof DrlExpression.Binary binary) {
      switch (binary.operator()) {
        case "==" -> {
          put(all, binary.left(), List.of(binary.right()));
          put(all, binary.right(), List.of(binary.left()));
        }
        case "&&" -> {
          intersect(all, read(binary.left()));
          intersect(all, read(binary.right()));
        }
        case "||" -> union(all, read(binary.left()), read(binary.right()));
        default -> {}
      }
    }
    return all;
  }

  private void put(
      Map<String, Set<String>> all, DrlExpression field, List<DrlExpression> constants) {
    Set<String> values = new HashSet<>();
    for (DrlExpression each : constants) {
      if (!(each instanceof DrlExpression.Literal literal)
          || !(literal.value() instanceof String text)) {
        return;
      }
      values.add(text);
    }
    if (field instanceof DrlExpression.Name name && fields.contains(name.name())) {
      intersect(all, Map.of(name.name(), values));
    }
  }

  private static void intersect(Map<String, Set<String>> all, Map<String, Set<String>> more) {
    more.forEach(
        (field, values) ->
            all.merge(
                field,
                values,
                (a, b) -> {
                  Set<String> common = new HashSet<>(a);
                  common.retainAll(b);
                  return common;
                }));
  }

  private static void union(
      Map<String, Set<String>> all, Map<String, Set<String>> a, Map<String, Set<String>> b) {
    a.forEach(
        (field, values) -> {
          Set<String> others = b.get(field);
          if (others != null) {
            Set<String> union = new HashSet<>(values);
            union.addAll(others);
            all.put(field, union);
          }
        });
  }
}
